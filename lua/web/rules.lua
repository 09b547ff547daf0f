-- The rules: of all games and of one, with its house rules; and how anybody can
-- see that a shuffle was fair.

local form     = require "web.form"
local html     = require "web.html"
local new_game = require "castled.new_game"

-- What is said about fairness, one after the other.
local FAIRNESS = { "secrets", "lock", "deal", "record", "verify", "limits" }

local rules = {}
rules.__index = rules

-- `name` is a game's, or the path of the page of all games.
function rules.new(session, name)
  return setmetatable({ session = session,
                        name = name:sub(1, 1) ~= "/" and name or nil }, rules)
end

-- Asks for the descriptions of games, one after the other, and shows them behind
-- those in `described`. One that cannot be described is left out.
local function describe_all(self, games, at, described)
  if not games[at] then
    self.descriptions = described
    self:draw()
    return
  end
  self.session:know("describe", games[at].name, nil, nil,
                    function(failure, description)
    described[#described + 1] = not failure and description or nil
    describe_all(self, games, at + 1, described)
  end)
end

function rules:open()
  self:draw()
  local session = self.session
  if self.name then
    session:know("describe", self.name, nil, nil, function(failure, description)
      self.failure, self.descriptions = failure, { description }
      self:draw()
    end)
  else
    session:ask("rulesets.list", {}, function(failure, result)
      self.failure = failure
      describe_all(self, result and result.games or {}, 1, {})
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

-- A heading: 1 is the page's, 2 and so on are of what is below.
local function heading(depth, text)
  return html["h" .. depth] { text }
end

local function how_to(words, own_words, depth)
  local lines = {}
  local text = own_words:text("how_to", "lines", {}) or ""
  for line in text:gmatch("[^\n]+") do
    lines[#lines + 1] = html.li { line }
  end
  return #lines > 0 and html.section { class = "part",
    heading(depth, words:say("how_to_play")), html.ol { class = "prose", lines } }
end

local function rule(words, variant, is_default)
  return { html.dt { words:title(variant.title),
             is_default and { " ", html.span { class = "badge quiet",
                                               words:say("badge_default") } } },
           html.dd { words:title(variant.summary) } }
end

-- The house rules of a group: its default first, also when that is no rule of its
-- own.
local function group_rules(words, group, members, depth)
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
  return { heading(depth, words:group(group.name)),
           html.p { class = "quiet", words:say("group_says") },
           html.dl { class = "prose", first, others } }
end

local function house_rules(words, description, depth)
  local alone, members = new_game.sorted(description)
  local parts, others = {}, {}
  for _, group in ipairs(description.groups) do
    if members[group.name] then
      parts[#parts + 1] = group_rules(words, group, members[group.name],
                                      depth + 1)
    end
  end
  for index, variant in ipairs(alone) do
    others[index] = rule(words, variant, false)
  end
  return html.section { class = "part", heading(depth, words:say("house_rules")),
    html.p { words:say("house_rules_says") }, parts,
    #others > 0 and { heading(depth + 1, words:say("more_rules")),
                      html.dl { class = "prose", others } } }
end

-- How a game is played, and its house rules.
local function game(session, description, depth)
  local words = session.words
  return { heading(depth, words:title(description.title)),
    html.p { class = "lead", words:title(description.summary) },
    html.div { class = "buttons", html.a { class = "button primary",
      href = "/new", words:say("new_game") } },
    how_to(words, session:wording(description), depth + 1),
    house_rules(words, description, depth + 1) }
end

local function all_of(self)
  local parts = {}
  for index, description in ipairs(self.descriptions) do
    parts[index] = game(self.session, description, self.name and 1 or 2)
  end
  return html.join { not self.name and heading(1, self.session.words:say("rules_title")),
                     parts, fairness(self.session.words) }
end

function rules:draw()
  local session = self.session
  local words = session.words
  local inside
  if self.failure then
    inside = form.trouble(self.failure.message)
  elseif self.descriptions then
    inside = all_of(self)
  else
    inside = html.p { class = "quiet", words:say("asking") }
  end
  session:frame(html.div { class = "sheet rules", inside })
  session:send { title = words:say("rules_title") }
end

return rules
