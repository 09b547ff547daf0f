-- A game: a table that reads like the contents page of its rule book. See
-- scripts/README.md.

local check = require "castled.check"

local FIELDS = {
  name = "string!", api = "number!", title = "table!", summary = "table!",
  seats = "table|function!", figures = "table|function!",
  alphabet = "table", tiles = "table|function", plan = "table|function",
  piles = "table|function!", options = "table!", groups = "table!",
  events = "table!", texts = "table!", rules = "table!",
  setup = "function!", start = "table", turn = "table!", final = "table!",
  view = "function!", result = "function!", estimate = "function",
  given = "table", starts_match = "function",
}

return function(given)
  local what = "game '" .. tostring(given.name) .. "'"
  check.fields(what, given, FIELDS)
  check.texts(what .. ": title", given.title)
  check.texts(what .. ": summary", given.summary)
  return given
end
