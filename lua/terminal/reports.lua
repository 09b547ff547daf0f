-- The pages that tell of a game: its log, what is left, the rules in force,
-- points and the verification, as lines for pages.new.

local castle     = require "castled.castle"
local clocks     = require "castled.clocks"
local game_words = require "castled.game_words"
local new_game   = require "castled.new_game"
local palette    = require "terminal.palette"
local picture    = require "castled.picture"
local refusals   = require "castled.refusals"
local text       = require "terminal.text"
local views      = require "terminal.views"

local reports = {}

-- All that has happened, a paragraph a turn, and what was said.
function reports.log(match, words)
  local lines = {}
  for index, item in ipairs(match:history()) do
    local event = item.event
    if not event then
      lines[#lines + 1] = { match:saying_text(item.saying), style = "good" }
    else
      if index > 1 and match.wording:find("paragraphs", event.event) then
        lines[#lines + 1] = ""
      end
      lines[#lines + 1] = { match:event_text(event),
                            style = event.score_after and "strong" or nil }
    end
  end
  return #lines > 0 and lines or { words:say("log_empty") }
end

-- The tiles that no event has named, by picture.
local function tiles_left(match)
  local seen = match.story:seen("tile")
  local list, by_picture = {}, {}
  for _, tile in ipairs(match.description.tiles) do
    if not seen[tile.name] then
      local same = by_picture[tile.picture]
      if not same then
        same = { tile = match.board.tiles[tile.name], count = 0 }
        by_picture[tile.picture] = same
        list[#list + 1] = same
      end
      same.count = same.count + 1
    end
  end
  return list
end

local TILE_COLUMNS = 2 * picture.SIDE + 2
local TILE_ROWS = picture.SIDE + 2

-- A row of tiles with their counts.
local function tile_row(match, list, first, per_row)
  return {
    rows = TILE_ROWS,
    draw = function(cells, left, row, _, at)
      for index = first, math.min(first + per_row - 1, #list) do
        local same = list[index]
        local column = left + (index - first) * TILE_COLUMNS
        if at == 0 then
          cells:write(column, row, same.count > 1 and "× " .. same.count or "",
                      { fg = palette.STYLES.title.fg,
                        bg = palette.STYLES.box.bg, bold = true })
        elseif at <= picture.SIDE then
          views.draw_tile_row(cells, column, row, match.board, same.tile,
                              at - 1)
        end
      end
    end,
  }
end

local function wall_tiles_left(match)
  local lines = {}
  for index, left in ipairs(castle.wall_tiles_left(match.story.events)) do
    lines[index] = ("  %d × %d  %s"):format(left.count, left.kind,
      match.wording:word("wall_tiles", tostring(left.kind)))
  end
  return lines
end

-- Which tiles are left; `columns` is the page's width.
function reports.tiles(match, words, columns)
  local list = tiles_left(match)
  local count = 0
  for _, same in ipairs(list) do
    count = count + same.count
  end
  local lines = { words:say("tiles_says"), "" }
  local per_row = math.max(1, (columns - 4) // TILE_COLUMNS)
  for first = 1, #list, per_row do
    lines[#lines + 1] = tile_row(match, list, first, per_row)
  end
  if match.track then
    lines[#lines + 1] = { words:say("wall_left"), style = "strong" }
    for _, line in ipairs(wall_tiles_left(match)) do
      lines[#lines + 1] = line
    end
  end
  return lines, words:say("tiles_title", { count = count })
end

-- The titles of the chosen house rules and of options that are not as they are
-- by default.
function reports.rule_titles(description, words)
  local lines = {}
  for _, variant in ipairs(description.variants or {}) do
    if variant.chosen then
      lines[#lines + 1] = words:title(variant.title)
    end
  end
  for _, option in ipairs(new_game.options(description)) do
    if option.value ~= option.default then
      lines[#lines + 1] = words:title(option.title) .. ": "
                          .. game_words.option_value(option, words)
    end
  end
  return #lines > 0 and lines or { words:say("no_house_rules") }
end

local function add_variants(lines, match, words)
  local is_empty = true
  for _, variant in ipairs(match.description.variants or {}) do
    if variant.chosen then
      is_empty = false
      lines[#lines + 1] = { words:title(variant.title), style = "strong" }
      lines[#lines + 1] = "  " .. words:title(variant.summary)
      if variant.numbers and #variant.numbers > 0 then
        lines[#lines + 1] = {
          "  " .. words:say("needs", { numbers = variant.numbers }),
          style = "faint",
        }
      end
    end
  end
  if is_empty then
    lines[#lines + 1] = words:say("no_house_rules")
  end
  return not is_empty
end

-- The rules in force, and how the game is played.
function reports.rules(match, words)
  local lines = {}
  local has_house_rules = add_variants(lines, match, words)
  lines[#lines + 1] = ""
  for _, option in ipairs(new_game.options(match.description)) do
    lines[#lines + 1] = words:title(option.title) .. ": "
                        .. game_words.option_value(option, words, match.wording)
  end
  if match.is_remote then
    lines[#lines + 1] = clocks.rule(match.about.clock, words)
    lines[#lines + 1] = game_words.order(match.about, match.seats, true, words)
  end
  if match.proquints then
    lines[#lines + 1] = ""
    lines[#lines + 1] = words:say("lock_was", { lock = match.proquints })
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = { words:say("how_to_play"), style = "strong" }
  if has_house_rules then
    lines[#lines + 1] = words:say("how_to_says")
  end
  local how_to = match.wording:text("how_to", "lines", {}) or ""
  for line in (how_to .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

local NAME_COLUMNS = 44
local NUMBER_COLUMNS = 10

local function table_row(name, numbers)
  local line = text.pad(text.cut(name, NAME_COLUMNS), NAME_COLUMNS)
  for _, number in ipairs(numbers) do
    number = tostring(number)
    line = line .. (" "):rep(NUMBER_COLUMNS - text.columns(number)) .. number
  end
  return line
end

-- A table cannot be wrapped, so its rows draw themselves.
local function add_table_row(lines, name, numbers, style)
  local row = table_row(name, numbers)
  lines[#lines + 1] = {
    rows = 1,
    draw = function(cells, left, at, width)
      cells:write(left, at, text.cut(row, width),
                  { fg = palette.STYLES[style].fg, bg = palette.STYLES.box.bg,
                    bold = palette.STYLES[style].bold })
    end,
  }
end

-- Where points came from, and the final scoring line by line.
function reports.points(match, words)
  local because = game_words.because(match.over, match.description, words)
  local lines = { { match:result_text(), style = "title" },
                  because and { because, style = "warning" } or "" }
  if because then
    lines[#lines + 1] = ""
  end
  local heads, totals = {}, {}
  for seat in ipairs(match.names) do
    heads[seat] = text.cut(match:player_text(seat), NUMBER_COLUMNS - 1)
    totals[seat] = match:score(seat)
  end
  add_table_row(lines, "", heads, "strong")
  for _, row in ipairs(match.story:sums()) do
    local numbers = {}
    for seat, name in ipairs(match.names) do
      numbers[seat] = row.points[name] or "·"
    end
    add_table_row(lines, match.wording:word("sums", row.name), numbers, "text")
  end
  add_table_row(lines, words:say("together"), totals, "strong")
  for index, event in ipairs(match.story:final(match.wording)) do
    if index == 1 then
      lines[#lines + 1] = ""
      lines[#lines + 1] = { words:say("final"), style = "strong" }
    end
    lines[#lines + 1] = match:event_text(event)
  end
  return lines
end

-- What game.verify says. Where no seal is known to be good, all is good only with a
-- "but", which is what stands first.
function reports.checks(result, words)
  local is_good = result.verdict == "good"
  local lines = {}
  for _, check in ipairs(result.checks or {}) do
    local key = "check_" .. (check.ok == true and "true"
                             or check.ok == false and "false" or "null")
    is_good = is_good and (check.name ~= "seal" or check.ok == true)
    lines[#lines + 1] = {
      words:say(key) .. " " .. refusals.check(check.says, words.language),
      style = check.ok == false and "warning" or check.ok == true and "good"
              or "faint",
    }
  end
  table.insert(lines, 1, {
    refusals.check(result.says, words.language),
    style = is_good and "good" or "warning",
  })
  table.insert(lines, 2, "")
  return lines
end

return reports
