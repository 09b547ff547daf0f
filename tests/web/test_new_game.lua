-- The form of a new game: what is asked of the daemon while it is filled in, what
-- is said of what does not go together, and what stays.

local check   = require "check"
local json    = require "castled.json"
local session = require "web.session"
local shared  = require "web.shared"

local DESCRIPTION = check.description()
local refusal, asked, said

local function ask(method, params, done)
  asked[#asked + 1] = { method, params }
  if method == "variants.check" or method == "game.create" then
    done(refusal, { game = "g", level = 1 })
  elseif method == "rulesets.list" then
    done(nil, { games = { DESCRIPTION } })
  else
    done(nil, DESCRIPTION)
  end
end

asked, said = {}, {}
local one = session.new(shared.new { ask = ask, now = function() return 0 end },
  function(text) said[#said + 1] = assert(json.decode(text), text) end, ask)

-- The ids of what was sent since, and the last that a part had inside.
local function sent()
  local ids, inside = {}, {}
  for _, message in ipairs(said) do
    for _, operation in ipairs(message.show or {}) do
      ids[#ids + 1] = operation.id
      inside[operation.id] = operation.html
    end
  end
  said = {}
  return table.concat(ids, " "), inside
end

one:hear { page = "open", path = "/new", mine = {} }
local _, inside = sent()
check.that("the form", inside.main:find('data-do="create"', 1, true))
check.that("and its button", inside["new-end"]:find('type="submit">', 1, true))

local function change(values)
  one:hear { page = "do", what = "create-change", values = values }
end

local BOTH = { ["group:path-scoring"] = "german", ["variant:no-stacking"] = true }
refusal = { code = 2, message = "variants 'german' and 'no-stacking' both replace "
                                .. "the rule 'x': choose one" }
change(BOTH)
check.equal("it is checked", asked[#asked],
            { "variants.check", { game = "castle",
                                  variants = { "german", "no-stacking" } } })
local ids
ids, inside = sent()
check.equal("nothing else is drawn anew", ids, "new-end")
check.that("both are named as players know them", inside["new-end"]:find(
  "“Wall tile 4: fountains do not count” and “One wall tile a feature” do not go",
  1, true))
check.that("no button", inside["new-end"]:find("disabled", 1, true))

one:hear { page = "language", language = "es" }
_, inside = sent()
check.that("what was chosen stays in another language", inside.main:find(
  'checked name="group:path-scoring" type="radio" value="german"', 1, true)
  and inside["new-end"]:find("no van juntas: elija una", 1, true))

refusal = { code = 2, message = "something else" }
change(BOTH)
_, inside = sent()
check.that("any other sentence is told", inside["new-end"]:find("something else", 1,
                                                               true))
refusal = nil
change(BOTH)
_, inside = sent()
check.that("the button is back", not inside["new-end"]:find("disabled", 1, true))
change(BOTH)
check.equal("the same again sends nothing", #said, 0)

change { clock = "choice", clock_was = "choice", own = "2" }
ids = sent()
check.equal("what depends on it", ids, "new-players")
change { clock = "choice", clock_was = "choice", choice_s = "30" }
check.equal("a field that somebody is in is not drawn anew", #said, 0)

refusal = { code = 6, message = "too many games" }
one:hear { page = "do", what = "create", values = BOTH }
check.equal("a refusal is told", said[1].error.text, "too many games")
check.equal("and nothing is drawn", #said, 1)
refusal = nil
one:hear { page = "do", what = "create", values = BOTH }
check.equal("then it is made", json.encode(said[2].created),
            '{"game":"g","level":1,"seat":null}')
check.equal("as it was filled in", asked[#asked][2].clock, { choice_s = 30 })

-- A house rule's option is there as long as the rule is chosen, with its words.
local function copy(with)
  local described = assert(json.decode(json.encode(DESCRIPTION)))
  table.insert(described.variants, {
    name = "ties", group = "", chosen = with, title = { en = "Ties" },
    summary = { en = "S." }, sets = {}, options = { "tie" },
    texts = with and { en = { values = { mover = "who is on turn" } } } or nil })
  table.insert(described.options, {
    name = "tie", variant = "ties", type = "choice", values = { "mover", "nobody" },
    default = "mover", value = with and "mover" or json.null,
    title = { en = "Who scores a tie" } })
  return described
end
local checked
local function ask_shelf(method, params, done)
  if method == "variants.check" then
    checked = params.options or {}
    done(nil, {})
  elseif method == "rulesets.list" then
    done(nil, { games = { DESCRIPTION } })
  else
    done(nil, copy(params.variants ~= nil))
  end
end
said = {}
one = session.new(shared.new { ask = ask_shelf, now = function() return 0 end },
  function(text) said[#said + 1] = assert(json.decode(text), text) end, ask_shelf)
one:hear { page = "open", path = "/new", mine = {} }
_, inside = sent()
check.that("not chosen, not there", not inside["new-options"]:find("tie", 1, true))
change { ["variant:ties"] = true }
_, inside = sent()
check.that("chosen, it is, in its words", inside["new-options"]:find(
  "Who scores a tie", 1, true) and inside["new-options"]:find("who is on turn", 1, true),
  inside["new-options"])
change { ["option:tie"] = "nobody" }
check.equal("it can be set", checked, { tie = "nobody" })
change { ["variant:ties"] = false }
_, inside = sent()
check.that("taken back, it is gone", not inside["new-options"]:find("tie", 1, true))
check.equal("and not asked for", checked, {})
