-- A rule: the numbers of the game's rule list, the sentence that it obeys, and
-- the function. Steps call rules as game.rules.NAME(game, ...); variants
-- replace them by name. `gives` may say what the function must give: "integer",
-- "optional" (an integer or nil), "seat" (a seat's number or nil), "boolean",
-- "terms" or "area", or a list of integers (one of these or nil); a
-- replacement that gives something else is blamed by file and line.

return function(numbers, says, call, gives)
  if type(numbers) ~= "string" then
    error("a rule begins with its numbers, as in \"CS-54 CS-55\"", 2)
  elseif type(says) ~= "string" then
    error("a rule's second part is its sentence, a string", 2)
  elseif type(call) ~= "function" then
    error("a rule's third part is its function", 2)
  end
  return { numbers = string.split(numbers, " "), says = says, call = call,
           gives = gives }
end
