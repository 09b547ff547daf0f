-- A game that is over, step by step, on the table's own board. The table draws
-- what it always draws, of a screen as it was then (replay:seen); here is what
-- stands beside the board: the slider, and what happened at the step.
--
-- It is closed at first, since few look at it and a whole game must be played
-- again for it (scenes.lua).

local hand      = require "web.hand"
local html      = require "web.html"
local positions = require "web.positions"
local scenes    = require "web.scenes"
local telling   = require "web.telling"

local SENTENCES_MAX = 4

-- What is other with each step, by id.
local PARTS = { "replay-step", "replay-says", "replay-tile" }

local replay = {}
replay.__index = replay

-- For a screen of a game that is over; `changed()` is called when something of it
-- is to be drawn.
function replay.new(screen, changed)
  return setmetatable({ screen = screen, changed = changed, state = "closed" },
                      replay)
end

-- Steps -------------------------------------------------------------------------------

local function open(self)
  local session = self.screen.session
  self.state, self.failure = "opening", nil
  self.changed()
  scenes.ask(self.screen.match.id, function(method, params, done)
    session.process:ask(method, params, done)
  end, function(failure, made)
    if self.state ~= "opening" then
      return
    end
    self.state, self.failure, self.scenes = failure and "failed" or "open",
                                            failure, made
    self.step = made and #made.list
    session:guard(self.changed)
  end)
end

local function leave(self)
  self.state, self.scenes, self.now = "closed", nil, nil
end

-- What the player does: "open", "leave", or the number of a step, from 0.
function replay:act(value)
  local step = math.tointeger(tonumber(value))
  if value == "open" and not self.scenes and self.state ~= "opening" then
    open(self)
  elseif value == "leave" then
    leave(self)
    self.changed()
  elseif step and self.scenes then
    self.step = math.max(1, math.min(#self.scenes.list, step + 1))
    self.changed()
  end
end

-- The table is not shown any more.
function replay:close()
  leave(self)
end

-- The game as it was -------------------------------------------------------------------

-- What the match was then. The log stays whole; what was known then is asked of
-- the story until then.
local function match_then(self, view)
  local real = self.screen.match
  local before = self.scenes:story(self.step)
  local story = setmetatable({
    scores = before.scores,
    seen = function(_, field) return before:seen(field) end,
  }, { __index = real.story })
  local on_turn = self.step < #self.scenes.list and view.game
                  and view.game.seat_on_turn
  return setmetatable({
    story = story, seat_asked = function() return on_turn or nil end,
  }, { __index = real })
end

-- The screen as it was at the step that is shown: the table draws its parts of
-- it. The screen itself while the replay is closed, and at the end.
function replay:seen()
  if not self.scenes or self.step == #self.scenes.list then
    return self.screen
  elseif not self.now or self.now.step ~= self.step then
    local view = self.scenes:view(self.step)
    local position = positions.new(self.screen.match.description, view,
                                   self.scenes:told(self.step))
    self.now = { step = self.step, screen = setmetatable({
      position = position, match = match_then(self, view),
    }, { __index = self.screen }) }
  end
  return self.now.screen
end

-- Drawing --------------------------------------------------------------------------------

-- What happened at the step, in the game's words: the last sentences of many.
local function sentences(self)
  local screen, scene = self.screen, self.scenes.list[self.step]
  if scene.type == "undo" then
    return { screen.words:say("replay_undone", {
      player = screen.wording:word("seats", screen.match.names[scene.by]
                                            or tostring(scene.by)) }) }
  end
  local list = {}
  for _, event in ipairs(self.scenes:story(self.step).events) do
    if event.entry > scene.told - #scene.events then
      list[#list + 1] = telling.event(screen, event)
    end
  end
  return table.move(list, math.max(1, #list - SENTENCES_MAX + 1), #list, 1, {})
end

-- Adds the insides that change with the step, by id. They are empty first: what
-- draw() gives has nothing in them.
function replay:add_parts(insides)
  if self.state == "opening" then
    for _, id in ipairs(PARTS) do
      insides[id] = ""
    end
  elseif self.scenes then
    insides["replay-tile"] = hand.draw_held(self:seen())
    insides["replay-says"] = html.escape(table.concat(sentences(self), " "))
    insides["replay-step"] = html.escape(self.screen.words:say("replay_step", {
      step = self.step - 1, count = #self.scenes.list - 1 }))
  end
end

-- Signs of a player of music, as paths in a square of 24.
local SIGNS = {
  first = "M5 5h3v14H5zM20 5v14L9 12z",
  ["-1"] = "M17 5v14L6 12z",
  play = "M4 5v14l9-7zM15 5h2v14h-2zM19 5h2v14h-2z",
  ["1"] = "M7 5v14l11-7z",
  last = "M16 5h3v14h-3zM4 5v14l11-7z",
}

local function button(value, label)
  return html.button {
    type = "button", class = "icon-button", data_js = "replay", data_value = value,
    aria_label = label, title = label,
    html.raw(('<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">'
              .. '<path fill="currentColor" d="%s"/></svg>'):format(SIGNS[value])),
  }
end

local function draw_slider(self, part)
  local words, last = self.screen.words, #self.scenes.list - 1
  return html.join {
    html.input { type = "range", id = "replay-at", data_do = "replay", min = "0",
                 max = last, value = part and self.step - 1 or last,
                 aria_label = words:say("replay_slider") },
    html.div { class = "buttons",
      button("first", words:say("replay_first")),
      button("-1", words:say("replay_back")),
      button("play", words:say("replay_play")),
      button("1", words:say("replay_on")),
      button("last", words:say("replay_last")),
      html.button { type = "button", class = "button small", data_do = "replay",
                    data_value = "leave", words:say("replay_leave") },
    },
    html.p { class = "replay-says",
      html.span { class = "replay-tile", id = "replay-tile",
                  part and html.raw(part("replay-tile")) },
      html.span { class = "quiet", id = "replay-step",
                  part and html.raw(part("replay-step")) }, " ",
      html.span { id = "replay-says", aria_live = "polite",
                  part and html.raw(part("replay-says")) },
    },
  }
end

-- What stands in #replay: the same while the replay is open, so that the slider
-- is not replaced under a finger. For a page that is drawn as a whole, `part(id)`
-- gives what changes with the step.
function replay:draw(part)
  local words = self.screen.words
  if self.state == "open" then
    return tostring(draw_slider(self, part))
  elseif self.state == "opening" then
    return tostring(html.p { class = "quiet", words:say("replay_opening") })
  end
  return tostring(html.join {
    self.failure and html.p { class = "conflict",
                              words:say("replay_failed",
                                        { why = self.failure.message }) },
    html.div { class = "buttons", html.button {
      type = "button", class = "button small", data_do = "replay",
      data_value = "open", words:say("replay_open") } },
  })
end

return replay
