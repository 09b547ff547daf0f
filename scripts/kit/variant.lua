-- A variant: one house rule. See variants/README.md.
--
-- Its file ends with `return variant { ... }`, so that nobody knows here which
-- file it is: variant_check.lua says what is wrong with it, when it is
-- composed with its game.

return function(given)
  if type(given) ~= "table" then
    error("a variant is a table, not a " .. type(given)
          .. ": write return variant { ... }", 2)
  end
  return given
end
