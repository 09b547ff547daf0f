-- The rules: of all games and of one, with its house rules; and how anybody can
-- see that a shuffle was fair.

local form  = require "web.form"
local html  = require "web.html"
local plans = require "web.new_game_plan"

-- What is said about fairness, one after the other.
local FAIRNESS = { "secrets", "lock", "deal", "record", "verify", "limits" }

local rules = {}
rules.__index = rules

-- `name` is a game's, or the path of the page of all games.
function rules.new(session, name)
  return setmetatable({ session = session,
                        name = name:sub(1, 1) ~= "/" and name or nil }, rules)
end

function rules:open()
  self:draw()
  local session = self.session
  if self.name then
    session:know("describe", self.name, nil, nil, function(failure, description)
      self.failure, self.description = failure, description
      self:draw()
    end)
  else
    session:ask("rulesets.list", {}, function(failure, result)
      self.failure, self.games = failure, result and result.games
      self:draw()
    end)
  end
end

local function fairness(words)
  local steps = {}
  for index, step in ipairs(FAIRNESS) do
    steps[index] = html.li { html.h3 { words:say("fair_" .. step) },
                             html.p { words:say("fair_" .. step .. "_says") } }
  end
  return html.section { class = "part", id = "fairness",
    html.h2 { words:say("fair_title") },
    html.p { words:say("fair_lead") }, html.ol { class = "prose", steps } }
end

local function all_games(words, games)
  local cards = {}
  for index, game in ipairs(games) do
    cards[index] = html.li { class = "card",
      html.h3 { html.a { href = "/rules/" .. game.name,
                         words:title(game.title) } },
      html.p { words:title(game.summary) } }
  end
  return html.join { html.h1 { words:say("rules_title") },
    html.section { class = "part", html.h2 { words:say("rules_games") },
                   html.ul { class = "cards", cards } },
    fairness(words) }
end

local function how_to(words, own_words)
  local lines = {}
  local text = own_words:text("how_to", "lines", {}) or ""
  for line in text:gmatch("[^\n]+") do
    lines[#lines + 1] = html.li { line }
  end
  return #lines > 0 and html.section { class = "part",
    html.h2 { words:say("how_to_play") }, html.ol { class = "prose", lines } }
end

local function rule(words, variant, is_default)
  return { html.dt { words:title(variant.title),
             is_default and { " ", html.span { class = "badge quiet",
                                               words:say("badge_default") } } },
           html.dd { words:title(variant.summary) } }
end

-- The house rules of a group: its default first, also when that is no rule of its
-- own.
local function group_rules(words, group, members)
  local first, others = {}, {}
  for _, variant in ipairs(members) do
    local is_default = variant.name == group.default
    local list = is_default and first or others
    list[#list + 1] = rule(words, variant, is_default)
  end
  if #first == 0 then
    first[1] = rule(words, { title = words:say("as_printed"),
                             summary = words:say("as_printed_says") }, true)
  end
  return { html.h3 { words:group(group.name) },
           html.p { class = "quiet", words:say("group_says") },
           html.dl { class = "prose", first, others } }
end

local function house_rules(words, description)
  local alone, members = plans.sorted(description)
  local parts, others = {}, {}
  for _, group in ipairs(description.groups) do
    if members[group.name] then
      parts[#parts + 1] = group_rules(words, group, members[group.name])
    end
  end
  for index, variant in ipairs(alone) do
    others[index] = rule(words, variant, false)
  end
  return html.section { class = "part", html.h2 { words:say("house_rules") },
    html.p { words:say("house_rules_says") }, parts,
    #others > 0 and { html.h3 { words:say("more_rules") },
                      html.dl { class = "prose", others } } }
end

local function one_game(session, words, description)
  return html.join { html.h1 { words:title(description.title) },
    html.p { class = "lead", words:title(description.summary) },
    html.div { class = "buttons", html.a { class = "button primary",
      href = "/new", words:say("new_game") } },
    how_to(words, session:wording(description)),
    house_rules(words, description),
    fairness(words) }
end

function rules:draw()
  local session = self.session
  local words = session.words
  local inside
  if self.failure then
    inside = form.trouble(self.failure.message)
  elseif self.description then
    inside = one_game(session, words, self.description)
  elseif self.games then
    inside = all_games(words, self.games)
  else
    inside = html.p { class = "quiet", words:say("asking") }
  end
  session:frame(html.div { class = "sheet rules", inside })
  session:send { title = words:say("rules_title") }
end

return rules
