-- The page of the rules: how each game is played comes first, with its house rules,
-- then what makes a shuffle fair.

local check   = require "check"
local json    = require "castled.json"
local session = require "web.session"
local shared  = require "web.shared"

local DESCRIPTION = check.description()

-- A description with a house rule that cannot be loaded.
local function with_broken()
  local described = assert(json.decode(json.encode(DESCRIPTION)))
  table.insert(described.variants, 1, { name = "wrong", chosen = false,
    error = "variants/castle/wrong.lua:3: unexpected symbol" })
  return described
end

-- What a path shows in a language.
local function shown(path, language, description)
  local main
  local function ask(method, _, done)
    if method == "rulesets.list" then
      done(nil, { games = { description } })
    else
      done(nil, description)
    end
  end
  local one = session.new(shared.new { ask = ask, now = function() return 0 end },
    function(text)
      for _, operation in ipairs(assert(json.decode(text)).show or {}) do
        main = operation.id == "main" and operation.html or main
      end
    end, ask)
  one:hear { page = "open", path = path, mine = {}, language = language }
  return main
end

-- The texts stand in the page in this order.
local function in_order(name, page, texts)
  local at = 0
  for _, text in ipairs(texts) do
    local found = page:find(text, at + 1, true)
    check.that(name .. ": " .. text, found, page)
    at = found or at
  end
end

for _, language in ipairs { "en", "es" } do
  local lines = DESCRIPTION.texts[language].how_to.lines
  local first = type(lines) == "table" and lines[1] or lines:match("[^\n]+")
  for path, heading in pairs { ["/rules"] = "h2", ["/rules/castle"] = "h1" } do
    local page = shown(path, language, DESCRIPTION)
    local title = DESCRIPTION.title[language]
    in_order(language .. " " .. path, page, {
      ("<%s>%s</%s>"):format(heading, title, heading), first,
      "</ol>", 'id="fairness"' })
    for _, variant in ipairs(DESCRIPTION.variants) do
      in_order(language .. " " .. path, page, {
        "</ol>", variant.title[language], 'id="fairness"' })
    end
  end
end

check.equal("a house rule that cannot be chosen is not there",
            shown("/rules", "en", with_broken()), shown("/rules", "en", DESCRIPTION))
