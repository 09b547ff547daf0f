-- A new game: which, by which house rules, against whom. All that is changed is
-- checked at once, and what does not go together is said beside the button.

local form  = require "web.form"
local game  = require "castled.new_game"
local html  = require "web.html"
local make  = require "web.new_game_form"
local plans = require "web.new_game_plan"
local uv    = require "luv"

local SEED_BYTES = 5

local new_game = {}
new_game.__index = new_game

function new_game.new(session)
  return setmetatable({ session = session, checks = 0 }, new_game)
end

local function random_seed()
  return (uv.random(SEED_BYTES):gsub(".", function(byte)
    return ("%02x"):format(byte:byte())
  end))
end

function new_game:open()
  self:draw()
  local session = self.session
  session:ask("rulesets.list", {}, function(failure, result)
    if failure then
      session:fail(failure)
      return
    end
    self.games = result.games
    self:choose_game(result.games[1].name)
  end)
end

-- Begins a plan for a game.
function new_game:choose_game(name)
  self.session:know("describe", name, nil, nil, function(failure, description)
    if failure then
      self.session:fail(failure)
      return
    end
    self.description, self.described = description, description
    self.plan = plans.new(description, random_seed())
    self:draw()
  end)
end

-- The options that can be set: those that the newest description has, without
-- those of house rules that were taken back since.
function new_game:options()
  return game.options({ options = game.options(self.described) },
                      plans.variants(self.plan, self.description))
end

local function games(self, words)
  local choices = {}
  for index, each in ipairs(self.games) do
    choices[index] = { value = each.name, title = words:title(each.title),
                       text = words:title(each.summary) }
  end
  return form.radios {
    legend = words:say("game"), name = "game", chosen = self.plan.game,
    choices = choices }
end

local function section(words, key, inside)
  return html.section { class = "part", html.h2 { words:say(key) }, inside }
end

function new_game:draw()
  local session = self.session
  local words = session.words
  session:send { title = words:say("new_game") }
  if not self.plan then
    session:frame(html.div { class = "sheet",
                             html.p { class = "quiet", words:say("asking") } })
    return
  end
  local plan, description = self.plan, self.description
  local own_words = session:wording(description)
  session:frame(html.div { class = "sheet new-game",
    html.h1 { words:say("new_game") },
    html.form { class = "form", data_do = "create", data_live = true,
      #self.games > 1 and games(self, words),
      section(words, "players", {
        make.own(words, own_words, plan, description),
        html.div { id = "new-players" } }),
      section(words, "house_rules", { make.rules(words, plan, description),
                                      html.div { id = "new-options" } }),
      section(words, "clock_title", { html.div { id = "new-clock-kind" },
                                      html.div { id = "new-clock" } }),
      section(words, "chance", { make.order(words, plan),
                                 html.div { id = "new-order" } }),
      section(words, "public_title", { make.public(words, plan) }),
      html.div { class = "form-end", id = "new-end" },
    } })
  self:draw_parts()
end

-- Which fields the options have: they are drawn anew when these are others, and
-- not while somebody types in them.
local function options_key(self)
  local parts = {}
  for index, option in ipairs(self:options()) do
    local setter = plans.setter(self.plan, self.description, option)
    parts[index] = option.name .. (setter and "=" .. setter.name or "")
  end
  return table.concat(parts, " ")
end

-- Draws what depends on what is chosen.
function new_game:draw_parts()
  local session, plan, description = self.session, self.plan, self.description
  local words, own_words = session.words, session:wording(self.described)
  session:part("new-players",
               make.players(words, own_words, plan, description), plan.own)
  session:part("new-options", make.options(words, own_words, plan, description,
                                           self:options()), options_key(self))
  local clock = game.clock(plan)
  session:part("new-clock-kind", make.clock_kind(words, plan),
               plan.clock and "chosen" or clock)
  session:part("new-clock", make.clock_times(words, plan), clock)
  session:part("new-order", make.order_text(words, plan),
               plan.order .. (plan.own > 0 and " own" or ""))
  session:part("new-end", make.finish(words, plan, self:trouble_text()))
end

-- What does not fit, as a sentence, or nil.
function new_game:trouble_text()
  local words = self.session.words
  local key, fields = plans.problem(self.plan, self:options())
  if key then
    if fields then
      fields.option = words:title(fields.option.title)
    end
    return words:say(key, fields)
  end
  return self.refusal and self:refusal_text()
end

-- What the daemon refused, in the player's words. Nearly always two house rules
-- exclude each other, and the daemon's sentence names both.
function new_game:refusal_text()
  local words = self.session.words
  local titles, named = {}, {}
  for _, variant in ipairs(self.description.variants) do
    titles[variant.name] = words:title(variant.title)
  end
  for name in self.refusal:gmatch("'([%w_-]+)'") do
    if titles[name] and titles[name] ~= named[1] then
      named[#named + 1] = titles[name]
    end
  end
  if #named >= 2 then
    return words:say("choose_one", { one = named[1], other = named[2] })
  end
  return words:say("does_not_fit", { reason = self.refusal })
end

-- Asks whether what is chosen goes together, and which options there are with
-- it. An answer to what has been changed since is dropped.
function new_game:check()
  self.checks = self.checks + 1
  local number = self.checks
  local variants = plans.variants(self.plan, self.description)
  self.session:know("describe", self.plan.game, variants, nil,
                    function(failure, described)
    if number ~= self.checks then
      return
    elseif failure then
      self.refusal = failure.message
      self:draw_parts()
    else
      self.described = described
      self:check_options(number, variants)
    end
  end)
end

function new_game:check_options(number, variants)
  self.session:ask("variants.check", { -- it is this browser's work
    game = self.plan.game, variants = #variants > 0 and variants or nil,
    options = plans.options(self.plan, self.description, self:options()),
  }, function(failure)
    if number == self.checks then
      self.refusal = failure and failure.message
      self:draw_parts()
    end
  end)
end

local function change(self, values)
  if values.game and values.game ~= self.plan.game then
    for _, each in ipairs(self.games) do
      if each.name == values.game then
        self:choose_game(each.name)
        return
      end
    end
  end
  plans.read(self.plan, values, self.description, self:options())
  self:draw_parts()
  self:check()
end

local function create(self, values)
  plans.read(self.plan, values, self.description, self:options())
  if plans.problem(self.plan, self:options()) then
    self:draw_parts()
    return
  end
  if self.session:begin_making() then
    self.session:create(plans.create(self.plan, self.description, self:options()),
                        self.plan.own == 0)
  end
end

local ACTS = { create = create, ["create-change"] = change }

function new_game:act(what, _, values)
  if ACTS[what] and self.plan then
    ACTS[what](self, values)
  end
end

return new_game
