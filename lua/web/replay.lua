-- A game that is over, step by step, on the table's own board. The table draws
-- what it always draws, of a screen as it was then (replay:seen); here is what
-- stands beside the board: the slider, and what happened at the step.
--
-- It is closed at first, since few look at it and a whole game must be played
-- again for it (scenes.lua).

local castle    = require "castled.castle"
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

-- What is shown one after the other: each scene, and of the last one first all that
-- the final scoring scored, one by one. `told`: events of the scene until then.
local function steps_of(self, made)
  local list, last = {}, #made.list
  for index = 1, last do
    list[index] = { scene = index, told = made.list[index].told }
  end
  local scene = made.list[last]
  for index, event in ipairs(scene.events) do
    if event.event == "final_scored"
       or self.screen.wording:find("final", event.event) then
      table.insert(list, #list, { scene = last, is_part = true,
                                  told = scene.told - #scene.events + index })
    end
  end
  return list
end

-- What had happened until a step.
local function story_until(made, step)
  local story = made:story(step.scene)
  if step.is_part then
    story:cut(step.told)
  end
  return story
end

-- Sets the points of a view, and the markers on the track, back to what a story had
-- told of. In the final scoring nobody is on turn.
local function set_back(self, view, story)
  if view.game then
    view.game.seat_on_turn = nil
  end
  local players = view.game and view.game.players or {}
  local board = self.screen.position:read()
  local track = #board.starts > 0 and castle.track(board)
  for seat, name in ipairs(self.screen.match.names) do
    local player, score = players[seat], story.scores[name] or 0
    if player and player.score then
      if player.space and track then
        player.space = (player.space - player.score + score) % track.count
      end
      player.score = score
    end
  end
end

-- What the match was at a step, with what had happened until then.
local function match_then(self, story, view)
  local on_turn = view.game and view.game.seat_on_turn
  return setmetatable({
    story = story, seat_asked = function() return on_turn or nil end,
  }, { __index = self.screen.match })
end

-- The screen as it was at a step.
local function screen_then(self, made, step)
  local view, story = made:view(step.scene), story_until(made, step)
  if step.is_part then
    set_back(self, view, story)
  end
  return setmetatable({
    position = positions.new(self.screen.match.description, view,
                             made:told(step.scene)),
    match = match_then(self, story, view),
  }, { __index = self.screen })
end

-- What happened at the `number`th step.
local function events_at(made, steps, number)
  local step, before, list = steps[number], steps[number - 1], {}
  local scene = made.list[step.scene]
  local first = before and before.is_part and before.told
                or scene.told - #scene.events
  for _, event in ipairs(story_until(made, step).events) do
    if event.entry > first then
      list[#list + 1] = event
    end
  end
  return list
end

-- Takes of the scenes what a step needs. At the last one all is as on the screen.
local function look(self, made, wanted)
  local steps = steps_of(self, made)
  local last = #steps
  local number = math.max(1, math.min(last, wanted))
  local scene = made.list[steps[number].scene]
  self.now = { step = number, last = last,
               screen = number == last and self.screen
                        or screen_then(self, made, steps[number]),
               events = events_at(made, steps, number),
               undone_by = scene.type == "undo" and scene.by or nil }
end

-- The screen as it was at the step that is shown: the table draws its parts of
-- it. The screen itself while the replay is closed, and at the end.
function replay:seen()
  return self.now and self.now.screen or self.screen
end

-- Whether a step before the end is shown.
function replay:is_before_end()
  return self.now ~= nil and self.now.screen ~= self.screen
end

-- Shows a step. The scenes are asked for each time: scenes.lua alone keeps them, as
-- long as it has room.
local function show(self, step)
  local session = self.screen.session
  self.wanted = step
  if self.is_waiting then
    return
  end
  self.is_waiting = true
  local take = session:for_screen(function(failure, made)
    self.is_waiting = false
    if self.state == "closed" then
      return
    end
    self.state, self.failure, self.now = failure and "failed" or "open", failure,
                                         nil
    if made then
      look(self, made, self.wanted)
    end
    self.changed()
  end)
  scenes.ask(self.screen.match.id, function(method, params, done)
    session.process:ask(method, params, done)
  end, function(failure, made, seconds)
    session:worked(seconds or 0)
    take(failure, made)
  end)
end

local function leave(self)
  self.state, self.now = "closed", nil
end

-- What the player does: "open", "leave", or the number of a step, from 0.
function replay:act(value)
  local step = math.tointeger(tonumber(value))
  if value == "open" and not self.now and self.state ~= "opening" then
    self.state, self.failure = "opening", nil
    self.changed()
    show(self, 1)
  elseif value == "leave" then
    leave(self)
    self.changed()
  elseif step and self.now then
    show(self, step + 1)
  end
end

-- The table is not shown any more.
function replay:close()
  leave(self)
end

-- What happened at the step, in the game's words: the last sentences of many.
local function sentences(self)
  local screen, now = self.screen, self.now
  if now.undone_by then
    return { screen.words:say("replay_undone", {
      player = screen.named:word("seats", screen.match.names[now.undone_by]
                                          or tostring(now.undone_by)) }) }
  end
  local list = {}
  for index = math.max(1, #now.events - SENTENCES_MAX + 1), #now.events do
    list[#list + 1] = telling.event(screen, now.events[index])
  end
  return list
end

-- Adds the insides that change with the step, by id. They are empty first: what
-- draw() gives has nothing in them.
function replay:add_parts(insides)
  if self.state == "opening" then
    for _, id in ipairs(PARTS) do
      insides[id] = ""
    end
  elseif self.now then
    insides["replay-tile"] = hand.draw_held(self:seen())
    insides["replay-says"] = html.escape(table.concat(sentences(self), " "))
    insides["replay-step"] = html.escape(self.screen.words:say("replay_step", {
      step = self.now.step - 1, count = self.now.last - 1 }))
  end
end

-- Signs of a player of music, as paths in a square of 24.
local SIGNS = {
  first = "M5 5h3v14H5zM20 5v14L9 12z",
  ["-1"] = "M17 5v14L6 12z",
  play = "M7 5v14l12-7z",
  pause = "M6 5h4v14H6zM14 5h4v14h-4z",
  ["1"] = "M7 5v14l11-7z",
  last = "M16 5h3v14h-3zM4 5v14l11-7z",
}

local function sign(name)
  return html.raw(('<svg class="sign-%s" viewBox="0 0 24 24" width="24" height="24"'
                   .. ' aria-hidden="true"><path fill="currentColor" d="%s"/></svg>')
                  :format(name, SIGNS[name]))
end

-- A button that the browser's script works by itself; `inside` instead of its sign.
local function button(value, label, inside)
  return html.button {
    type = "button", class = "icon-button", data_js = "replay", data_value = value,
    aria_label = label, title = label, inside or sign(value),
  }
end

local function draw_slider(self, part)
  local words, last = self.screen.words, self.now.last - 1
  return html.join {
    html.input { type = "range", id = "replay-at", data_do = "replay", min = "0",
                 max = last, value = part and self.now.step - 1 or 0,
                 aria_label = words:say("replay_slider") },
    html.div { class = "buttons",
      button("first", words:say("replay_first")),
      button("-1", words:say("replay_back")),
      button("play", words:say("replay_play"), { sign("play"), sign("pause") }),
      button("1", words:say("replay_on")),
      button("last", words:say("replay_last")),
      button("speed", words:say("replay_speed"), "1×"),
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
