-- How the game stands, beside the board: whose turn it is, the tile drawn,
-- scores, supplies, wall tiles, what is left.

local overview = require "terminal.overview"
local palette  = require "terminal.palette"
local piles    = require "castled.piles"
local text     = require "terminal.text"
local views    = require "terminal.views"

local panel = {}

local STYLES = palette.STYLES

-- The columns of a line, written one after the other: text, style, ...
local function write(cells, left, row, limit, ...)
  local parts = { ... }
  for index = 1, #parts, 2 do
    left = cells:write(left, row, parts[index], parts[index + 1], limit)
  end
  return left
end

local function player_details(words, player)
  local parts = {}
  if player.supply then
    parts[#parts + 1] = words:say("supply", { count = player.supply })
  end
  if player.keep and player.keep ~= 0 then
    parts[#parts + 1] = words:say("keep", { size = player.keep })
  end
  return table.concat(parts, " · ")
end

local function wall_tile_text(words, player)
  local kinds = player.wall_tiles
  if not kinds or #kinds == 0 then
    return ""
  end
  return words:say("wall_tiles", { kinds = table.concat(kinds, " ") })
end

-- The first line: a mark, the letter, the name with who that is, the clock, the
-- score.
local function draw_name(cells, area, row, screen, seat)
  local match = screen.match
  local limit = area.left + area.width
  local name = match.names[seat]
  local is_asked = screen:player_on_turn() == name
  local left = write(cells, area.left, row, limit,
        is_asked and "▶" or " ", STYLES.title,
        " " .. match:letter_of(name):upper() .. " ", palette.player(name), " ",
        nil)
  local score = tostring(match:score(seat))
  local event = match.current and match.current.event
  local counts = event and event.player == name and event.score_after
  local right = limit - #score - 2
  cells:write(right, row, score, counts and STYLES.chosen or STYLES.strong, limit)
  local clock, is_late = match:clock_text(seat)
  if clock then
    right = right - #clock - 2
    cells:write(right, row, clock, is_late and STYLES.warning
                                   or is_asked and STYLES.strong
                                   or STYLES.faint, limit)
  end
  local own = match:name_of(name)
  local who = match:who(seat)
  left = cells:write(left, row, text.cut(own, right - left - 1),
                     palette.player_text(name), right)
  if who and right - left > 3 then
    cells:write(left + 1, row, text.cut(who, right - left - 2), STYLES.text,
                right)
  end
end

local function third_line(screen, player, seat)
  local match, words = screen.match, screen.words
  local about = match.is_remote and match.seats[seat]
  local parts = {}
  if about and match:who(seat) and about.here == false then
    parts[1] = words:say("away")
  elseif match.is_remote and seat == match.own_seat then
    parts[1] = words:say("that_is_you")
  end
  local tiles = wall_tile_text(words, player)
  if tiles ~= "" then
    parts[#parts + 1] = tiles
  end
  return table.concat(parts, " · ")
end

local function draw_player(cells, area, row, screen, seat)
  local match, words = screen.match, screen.words
  local limit = area.left + area.width
  local player = match.view.game.players and match.view.game.players[seat] or {}
  draw_name(cells, area, row, screen, seat)
  cells:write(area.left + 5, row + 1, player_details(words, player), STYLES.text,
              limit)
  cells:write(area.left + 5, row + 2, third_line(screen, player, seat),
              STYLES.text, limit)
  return row + 3
end

local function turn_line(screen)
  local parts = {}
  local view = screen.match.view
  if view.game.turn then
    parts[1] = screen.words:say("turn", { turn = view.game.turn })
  end
  local left = piles.left(view)
  parts[#parts + 1] = left and screen.words:say("left", { count = left })
  return table.concat(parts, " · ")
end

local function draw_drawn(cells, left, top, screen, is_large)
  local tile = screen.match:drawn()
  if tile then
    cells:write(left, top, text.cut(screen.words:say("drawn"), 7),
                STYLES.faint)
    views.draw_tile(cells, left, top + 1, screen.match.board, tile,
                    screen:turns_shown(), is_large)
  end
end

-- The panel of an 80 by 24 screen: an overview on top.
local function draw_small(cells, area, screen, state)
  local scene = screen.match.scene
  local columns, rows = overview.size(scene)
  screen.overview_area = { left = area.left, top = area.top, width = columns,
                           height = rows }
  overview.draw(cells, screen.overview_area, scene, state)
  draw_drawn(cells, area.left + columns, area.top + 8, screen, false)
  local row = area.top + math.max(rows, area.height - 7)
  cells:write(area.left + 1, row, turn_line(screen), STYLES.faint,
              area.left + area.width)
  row = row + 1
  for seat in ipairs(screen.match.names) do
    if row + 2 < area.top + area.height then
      row = draw_player(cells, area, row, screen, seat)
    end
  end
end

-- The house rules in force; returns the row behind them.
local function draw_rules(cells, area, row, screen)
  local limit = area.left + area.width
  local lines = screen:rule_titles()
  cells:write(area.left + 1, row, screen.words:say("rules_title"), STYLES.faint,
              limit)
  for _, line in ipairs(lines) do
    for _, part in ipairs(text.wrap(line, area.width - 3)) do
      row = row + 1
      cells:write(area.left + 2, row, part, STYLES.text, limit)
    end
  end
  return row + 2
end

local function draw_wide(cells, area, screen)
  screen.overview_area = nil
  cells:write(area.left + 1, area.top, turn_line(screen), STYLES.faint,
              area.left + area.width)
  draw_drawn(cells, area.left + 5, area.top + 2, screen, true)
  local row = area.top + 10
  for seat in ipairs(screen.match.names) do
    row = draw_player(cells, area, row, screen, seat) + 1
  end
  row = screen:draw_wall_tiles(cells, area, row)
  if row + 3 < area.top + area.height then
    draw_rules(cells, area, row + 1, screen)
  end
end

function panel.draw(cells, area, screen, state, is_wide)
  local draw = is_wide and draw_wide or draw_small
  draw(cells, area, screen, state)
end

return panel
