-- The lock: shown after the order was sealed and before the first draw.

local palette = require "terminal.palette"
local text    = require "terminal.text"

local STYLES = palette.STYLES

local lock = {}
lock.__index = lock

-- `created` is what game.create gave.
function lock.new(app, match, created)
  return setmetatable({ app = app, match = match, created = created }, lock)
end

local function add(cells, row, string, style, columns)
  return cells:write_lines(6, row, text.wrap(string, columns), style) + 1
end

function lock:draw(cells)
  local words, created = self.app.words, self.created
  local columns = math.min(cells.width - 12, 90)
  cells:write(4, 1, words:say("lock_title"), STYLES.title)
  local row = add(cells, 3, words:say("lock_says"), STYLES.text, columns)
  cells:fill(6, row, columns, 3, STYLES.box)
  cells:write(8, row + 1, created.proquints,
              { fg = palette.FRAME, bg = STYLES.box.bg, bold = true })
  row = add(cells, row + 4, words:say("lock_write"), STYLES.text, columns)
  for seat, name in ipairs(self.match.names) do
    local player = self.app.settings.players[seat]
    cells:write(6, row, words:say("lock_adds", {
      seat = self.match:name_of(name), player = words:kind_of_player(player),
      typed = self.app.contributions[seat] ~= nil }), STYLES.faint)
    row = row + 1
  end
  if created.lock then
    row = add(cells, row + 1, words:say("lock_full"), STYLES.faint, columns)
    cells:write(6, row - 1, created.lock, STYLES.faint, cells.width)
  end
  cells:write(4, cells.height - 1, words:say("lock_keys"), STYLES.faint)
end

function lock:key(event)
  if event.key == "enter" or event.mouse == "press" then
    self.app:begin()
  elseif event.key == "escape" then
    self.app:back_to_setup()
  elseif event.key == "q" then
    self.app:leave()
  end
end

return lock
