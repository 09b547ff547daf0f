-- A rule: a number of the game's rule list, the sentence that it obeys, and
-- the function. Steps call rules as game.rules.NAME(game, ...); variants
-- replace them by name.

return function(numbers, says, call)
  assert(type(numbers) == "string", "a rule starts with its numbers, as in \"CS-54\"")
  assert(type(says) == "string", "a rule's second part is its sentence")
  assert(type(call) == "function", "a rule's third part is its function")
  return { numbers = string.split(numbers, " "), says = says, call = call }
end
