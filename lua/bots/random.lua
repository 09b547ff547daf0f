-- random: takes any choice, each as likely.

return function(question, _, decide)
  decide(math.random(0, #question.choices - 1))
end
