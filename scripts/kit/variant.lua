-- A variant: one house rule. See variants/README.md.

local check = require "castled.check"

local FIELDS = {
  name = "string!", title = "table!", summary = "table!", needs = "table!",
  group = "string", options = "table", set = "table", rules = "table",
  steps = "table", tiles = "table", plan = "table", numbers = "table",
  texts = "table",
}

local STEP_FIELDS = { replace = "table", before = "table", after = "table" }

return function(given)
  local what = "variant '" .. tostring(given.name) .. "'"
  check.fields(what, given, FIELDS)
  check.texts(what .. ": title", given.title)
  check.texts(what .. ": summary", given.summary)
  check.fields(what .. ": needs", given.needs,
               { api = "number!", game = "string!" })
  check.fields(what .. ": steps", given.steps or {}, STEP_FIELDS)
  return given
end
