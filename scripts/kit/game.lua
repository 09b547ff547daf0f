-- A game: a table that reads like the contents page of its rule book. See
-- scripts/README.md.

local check = require "castled.check"

local FIELDS = {
  name = "string!", api = "integer!", title = "table!", summary = "table!",
  seats = "table|function!", figures = "table|function!",
  alphabet = "table", tiles = "table|function", plan = "table|function",
  piles = "table|function!", options = "table!", groups = "table!",
  events = "table!", texts = "table!", rules = "table!",
  setup = "function!", start = "table", turn = "table!", final = "table!",
  view = "function!", result = "function!", estimate = "function",
  given = "table", starts_match = "function",
}

return function(given)
  local what = "the game"
  if type(given) == "table" and type(given.name) == "string" then
    what = "game '" .. given.name .. "'"
  end
  check.no_problem(check.problem(what, given, FIELDS)
                   or check.text_problem(what .. ": 'title'", given.title)
                   or check.text_problem(what .. ": 'summary'", given.summary))
  return given
end
