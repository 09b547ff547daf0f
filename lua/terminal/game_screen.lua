-- The screen of a game that is played: board, panel, message; what keys and
-- mouse do. What is asked is an `ask` (ask_place, ask_segment, ask_list); what
-- is laid over the screen is a page (pages.lua).

local ask_list    = require "terminal.ask_list"
local ask_place   = require "terminal.ask_place"
local ask_segment = require "terminal.ask_segment"
local choices     = require "castled.choices"
local commands    = require "terminal.commands"
local layout      = require "terminal.layout"
local message     = require "terminal.message"
local overview    = require "terminal.overview"
local palette     = require "terminal.palette"
local panel       = require "terminal.panel"
local picture     = require "castled.picture"
local places      = require "castled.places"
local reports     = require "terminal.reports"
local server      = require "terminal.server_commands"
local text        = require "terminal.text"
local views       = require "terminal.views"

local SIDE = picture.SIDE
local STYLES = palette.STYLES

local game_screen = {}
game_screen.__index = game_screen

function game_screen.new(app, match)
  return setmetatable({ app = app, match = match, words = app.words,
                        orders = match.is_remote and server.ORDERS
                                 or commands.ORDERS,
                        is_small = false, look_x = 0, look_y = 0 }, game_screen)
end

-- The player whose turn it is, as far as is known.
function game_screen:player_on_turn()
  local match = self.match
  local event = match.current and match.current.event
  if match.over_is_told then
    return nil
  end
  return match.question and match.question.player
         or event and event.player
         or match.waiting and match.waiting.player
         or match.names[match.view.game.seat_on_turn or 0]
end

-- How far the tile in hand is turned.
function game_screen:turns_shown()
  return self.ask and self.ask.turns or 0
end

function game_screen:rule_titles()
  return reports.rule_titles(self.match.description, self.words)
end

-- The wall tiles that players hold, with what they do; returns the row behind
-- them.
function game_screen:draw_wall_tiles(cells, area, row)
  local match = self.match
  for seat, name in ipairs(match.names) do
    local player = match.view.game.players and match.view.game.players[seat]
    for _, kind in ipairs(player and player.wall_tiles or {}) do
      local does = match.wording:word("wall_tiles", tostring(kind))
      local lines = text.wrap(does, area.width - 6)
      if row + #lines <= area.top + area.height then
        cells:write(area.left + 1, row, " " .. kind .. " ",
                    palette.player(name))
        row = cells:write_lines(area.left + 5, row, lines, STYLES.text)
      end
    end
  end
  return row
end

-- A question is to be asked; what it follows from has been shown.
function game_screen:ask_question(question)
  local match = self.match
  local sent = self.sent
  match.question = question
  self.pending, self.note, self.is_held, self.sent = nil, nil, false, nil
  self.look_x, self.look_y = 0, 0
  if not match.is_ours[question.player] then
    self.ask = nil
  elseif sent and sent.question.seq == question.seq then
    self.ask = sent -- it was refused: all is as it was chosen
  elseif places.are(question.choices) and match:drawn() then
    self.ask = ask_place.new(question, match.board, match:drawn())
  elseif choices.are_segments(question.choices) and match.board:last() then
    self.ask = ask_segment.new(question, match.board)
  else
    self.ask = ask_list.new(question, match.board)
  end
end

-- Forgets what was asked.
function game_screen:stop_asking()
  self.ask, self.pending = nil, nil
  self.match.question = nil
end

-- A choice is made; it is asked once more where it cannot be taken back.
function game_screen:choose(index)
  local match = self.match
  if self.app.settings.yes then
    self:send(index)
    return
  end
  local seq = match.question.seq
  self.app:call_ends_turn(match, index, function(is_last)
    if match.question and match.question.seq == seq and self.ask then
      if is_last then
        self.pending = index
      else
        self:send(index)
      end
    end
  end)
end

function game_screen:send(index)
  local question = self.match.question
  self.sent = self.ask
  self:stop_asking()
  self.app:choose(self.match, question, index)
end

local function markers_of(match)
  local list = {}
  for seat, name in ipairs(match.names) do
    list[seat] = { player = name, space = match:score(seat) }
  end
  return list
end

-- A wall tile turning over: narrow, then its number.
local function turning_spot(match)
  local tower, kind, part = match:turning()
  if not tower or not match.track or not match.track.spaces[tower] then
    return nil
  end
  local middle = match.track.spaces[tower].tower.middle
  local two = part < 0.25 and "??" or part < 0.5 and "▐▌"
              or part < 0.75 and "▕▏" or kind .. " "
  return { x = middle[1], y = middle[2], one = part < 0.75 and "?"
                                               or tostring(kind),
           two = two, style = { fg = 0x000000, bg = palette.FRAME,
                                bold = true } }
end

function game_screen:state()
  local match = self.match
  local state = {
    board = match.board, towers = match.view.game.towers,
    markers = markers_of(match),
    letter_of = function(player) return match:letter_of(player) end,
    role_of = function(kind) return match:role_of(kind) end,
    spots = { turning_spot(match) },
  }
  local last = match.board:last()
  state.framed = last and { x = last.x, y = last.y }
  local feature, space = match:shown()
  state.feature, state.framed = feature, space or state.framed
  if self.ask then
    self.ask:show_in(state)
  end
  return state
end

-- The letter that the close-up has in its middle. It follows what is chosen, but
-- not the mouse: what is under that must stay there.
function game_screen:focus()
  local match = self.match
  if self.is_held and self.ask and self.focus_x then
    return self.focus_x, self.focus_y
  end
  local tower = match:turning()
  if tower and match.track and match.track.spaces[tower] then
    local middle = match.track.spaces[tower].tower.middle
    return middle[1], middle[2]
  end
  local _, space = match:shown()
  local x, y
  if space then
    x, y = space.x, space.y
  elseif self.ask then
    x, y = self.ask:focus()
  end
  local last = match.board:last()
  x = x or last and last.x or (match.board.left + match.board.right) // 2
  y = y or last and last.y or (match.board.top + match.board.bottom) // 2
  return (x + self.look_x) * SIDE + SIDE // 2,
         (y + self.look_y) * SIDE + SIDE // 2
end

local function draw_board(self, cells, shape, state)
  local match = self.match
  match.scene:draw(state)
  local x, y = self:focus()
  self.focus_x, self.focus_y = x, y
  self.views = {}
  if shape.whole then
    self.views[1] = views.new(shape.whole_scale, shape.whole, match.scene, x, y)
  end
  if shape.close then
    local small = cells.depth == "none" and "letters" or "small"
    local scale = self.is_small and small or "large"
    self.views[#self.views + 1] = views.new(scale, shape.close, match.scene, x,
                                            y)
    self.views[#self.views].is_close = true
  end
  for _, view in ipairs(self.views) do
    views.draw(view, cells)
  end
end

function game_screen:draw(cells)
  local shape = layout.of(cells.width, cells.height, cells.depth,
                          self.match.scene)
  local state = self:state()
  draw_board(self, cells, shape, state)
  panel.draw(cells, shape.panel, self, state, shape.is_wide)
  if shape.log then
    message.draw_log(self, cells, shape.log)
  end
  message.draw(self, cells, shape.message)
  cells:write(shape.keys.left, shape.keys.top,
              text.cut(message.keys(self), shape.keys.width), STYLES.faint)
  if self.ask and self.ask.draw and not self.pending then
    self.ask:draw(cells, shape.close or shape.whole, function(index)
      return self.match:choice_text(index)
    end)
  end
end

-- Shows for a while what somebody said.
function game_screen:hear(saying)
  self.saying = self.match:saying_text(saying)
end

-- A second has passed.
function game_screen:second()
  message.age(self, "note")
  message.age(self, "saying")
end

-- Lets time pass; whether the screen changes with it.
function game_screen:tick(seconds)
  local match = self.match
  local was_telling = match:is_telling()
  match:advance(seconds)
  if was_telling and not match:is_telling() then
    self.app:told(match)
  end
  return was_telling
end

-- The space under a cell of the screen, and the letter in it; nil when there
-- is none.
function game_screen:space_at(column, row)
  for _, view in ipairs(self.views or {}) do
    local x, y = views.letter(view, column, row)
    if x then
      self.is_held = view.is_close
      return views.space(x, y)
    end
  end
  local area = self.overview_area
  if area and column >= area.left and column < area.left + area.width
     and row >= area.top and row < area.top + area.height then
    local x, y = overview.space(area, self.match.scene, column, row)
    self.is_held = false
    return x, y, -1, -1
  end
  return nil
end

local function mouse(self, event)
  local ask = self.ask
  if ask.click_cell and event.mouse == "press" then
    return ask:click_cell(event.column, event.row)
  end
  local x, y, column, row = self:space_at(event.column, event.row)
  if not x or not ask.point then
    return nil
  elseif event.mouse == "press" and event.button == 1 then
    return ask:click(x, y, column, row)
  elseif event.mouse == "press" and event.button == 3 and ask.turn then
    ask:turn(1)
  elseif event.mouse == "move" and column >= 0 then
    ask:point(x, y, column, row)
  end
  return nil
end

local function key_while_asked(self, event)
  if event.mouse and event.mouse ~= "wheel" then
    return mouse(self, event), true
  end
  local index, is_known = self.ask:key(event)
  if (is_known or index) and not event.mouse then
    self.look_x, self.look_y = 0, 0
    self.is_held = false
  end
  return index, is_known or index ~= nil
end

local function key_while_pending(self, event)
  if event.key == "enter" or event.key == "y"
     or event.mouse == "press" and event.button == 1 then
    self:send(self.pending)
  elseif event.key == "u" then
    self.pending = nil
    self.orders.u(self)
  elseif event.key == "escape" or event.mouse == "press" then
    self.pending = nil
  elseif not event.mouse then
    self.pending = nil
    return false
  end
  return true
end

local LOOK = { up = { 0, -1 }, down = { 0, 1 }, left = { -1, 0 },
               right = { 1, 0 } }

-- Takes a key.
function game_screen:key(event)
  if event.key then
    self.trouble, self.note, self.saying = nil, nil, nil
  end
  if self.pending and key_while_pending(self, event) then
    return
  elseif event.shift and LOOK[event.key] then
    self.is_held = false
    self.look_x = self.look_x + LOOK[event.key][1]
    self.look_y = self.look_y + LOOK[event.key][2]
    return
  elseif self.ask and not self.match:is_telling() then
    local index, is_known = key_while_asked(self, event)
    if index then
      self:choose(index)
    end
    if index or is_known then
      return
    end
  elseif self.match:is_telling() and commands.skips(self, event) then
    self.match:skip()
    self.app:told(self.match)
    return
  end
  commands.run(self, event)
end

return game_screen
