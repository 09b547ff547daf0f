-- What a game's screen says below the board: what is asked or told, what keys
-- there are, and where there is room what has happened.

local draw_offer = require "castled.draw_offer"
local naming  = require "castled.naming"
local palette = require "terminal.palette"
local text    = require "terminal.text"

local STYLES = palette.STYLES

local NEWS_SECONDS = 15 -- that news is shown when nobody presses a key

local message = {}

-- A second has passed for a screen's news, its `note` or its `saying`: after a
-- while it is shown no longer.
function message.age(screen, name)
  local ages = screen.ages or {}
  screen.ages = ages
  local age = ages[name]
  if not screen[name] then
    ages[name] = nil
  elseif not age or age.text ~= screen[name] then
    ages[name] = { text = screen[name], seconds = 0 }
  else
    age.seconds = age.seconds + 1
    if age.seconds >= NEWS_SECONDS then
      screen[name], ages[name] = nil, nil
    end
  end
end

-- What must be seen before all else in the second row: text and style, or nil.
local function notice(self)
  local match, words = self.match, self.words
  local lost = match.is_remote and self.app:connection_text()
  if lost or self.trouble then
    return lost or self.trouble, STYLES.warning
  elseif draw_offer.asks(match, match.own_seat) then
    return words:say("draw_offered_key", {
      player = match:player_text(match.draw_offer) }), STYLES.warning
  elseif self.note then
    return self.note, STYLES.good
  elseif self.saying then
    return self.saying, STYLES.good
  end
  return nil
end

-- Who is asked, somewhere else, and what.
local function turn_of(self)
  local match = self.match
  local waiting = match.waiting
  if not waiting then
    return ""
  end
  return self.words:say(match.own_seat and "turn_of" or "watch_turn_of", {
    player = match:player_text(waiting.seat), who = match:who(waiting.seat) })
end

-- After the end: what can be done about another game.
local function after(self)
  local match, words = self.match, self.words
  if match.next_game then
    return words:say("rematch_begins")
  elseif match.rematch_offer then
    return words:say("rematch_offered", {
      player = match:player_text(match.rematch_offer), own = match.own_seat })
  elseif match.asked_rematch then
    return words:say("rematch_asked")
  elseif match.rematch_declined then
    return words:say("rematch_declined", {
      player = match:player_text(match.rematch_declined) })
  end
  return ""
end

-- The lines that are asked or told: text and style each, at most two. `stays` is
-- which of them stays beside a notice, if it is not the first.
local function said(self)
  local match = self.match
  if self.pending then
    return { { self.words:say("ends", {
      choice = match:choice_text(self.pending) }), STYLES.warning } }
  elseif match:is_telling() then
    return { { match:sentence(), STYLES.strong } }
  elseif self.ask then
    local function told(index)
      return match:choice_text(index)
    end
    return { { match:question_text(), STYLES.strong },
             { self.ask:details(self.words, told), STYLES.text } }
  elseif match.over_is_told then
    return { { match:result_text(), STYLES.title },
             { after(self), STYLES.text } }
  elseif match.is_remote then
    return { { match:sentence(), STYLES.faint }, { turn_of(self), STYLES.text },
             stays = match.waiting and 2 }
  end
  return { { match:sentence(), STYLES.faint } }
end

-- Puts a notice in the place of the line that matters less, or of both when it
-- is a long warning.
local function with_notice(lines, notice_text, style, width)
  if style == STYLES.warning and text.columns(notice_text) > width then
    return { { notice_text, style } }
  end
  return { lines[lines.stays or 1], { text.cut(notice_text, width), style } }
end

-- Draws what is asked, or told, into two rows.
function message.draw(self, cells, area)
  local lines = said(self)
  local urgent, style = notice(self)
  if urgent and self.pending then
    lines[2] = style == STYLES.warning and { urgent, style } or nil
  elseif urgent then
    lines = with_notice(lines, urgent, style, area.width)
  end
  local has_second = lines[2] and lines[2][1] ~= ""
  local row = area.top
  for _, line in ipairs(lines) do
    local string = has_second and text.cut(line[1], area.width) or line[1]
    for _, part in ipairs(text.wrap(string, area.width)) do
      if row < area.top + area.height then
        cells:write(area.left, row, part, line[2], area.left + area.width)
      end
      row = row + 1
    end
  end
end

-- What keys there are now.
function message.keys(self)
  local is_remote = self.match.is_remote
  local over = is_remote and (self.match.own_seat and "server_over_keys"
                              or "watch_over_keys") or "over_keys"
  local wait = is_remote and (self.match.own_seat and "server_wait_keys"
                              or "watch_wait_keys") or "wait_keys"
  local key = self.pending and "ends_keys"
              or self.match.over_is_told and over
              or self.ask and self.ask.keys or wait
  local said_keys = self.words:say(key, {
    hint = not (is_remote and naming.is_contest(self.match.seats)),
    next = self.match.next_game ~= nil })
  if is_remote and self.ask and not self.pending then
    said_keys = said_keys .. "  " .. self.words:say("talk_key")
  end
  return said_keys
end

-- The end of the log, at least `rows` lines of it if there are: text, style.
local function log_lines(match, columns, rows)
  local lines = {}
  local history = match:history()
  for index = #history, 1, -1 do
    local event, saying = history[index].event, history[index].saying
    local string = event and match:event_text(event)
                   or match:saying_text(saying)
    local style = saying and STYLES.good or event.score_after and STYLES.text
                  or STYLES.faint
    local parts = text.wrap(string, columns)
    for at = #parts, 1, -1 do
      table.insert(lines, 1, { parts[at], style })
    end
    if #lines >= rows then
      break
    end
  end
  return lines
end

-- Draws the end of what has happened.
function message.draw_log(self, cells, area)
  local lines = log_lines(self.match, area.width, area.height)
  local first = math.max(0, #lines - area.height)
  for row = 1, math.min(#lines, area.height) do
    local line = lines[first + row]
    cells:write(area.left, area.top + row - 1, line[1], line[2],
                area.left + area.width)
  end
end

return message
