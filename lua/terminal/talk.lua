-- What players say to each other: the last of it and a line to type, over the
-- foot of the screen. A line stays until the server has taken it.

local editor  = require "terminal.editor"
local palette = require "terminal.palette"
local text    = require "terminal.text"
local uv      = require "luv"

local STYLES = palette.STYLES

local SAID_MAX = 300 -- characters
local ROWS_MAX = 8
local FOOT = 3

local talk = { is_typing = true }
talk.__index = talk

-- Opens it, where one may talk.
function talk.open(app, match)
  if not match.own_seat then
    app.screen.note = app.words:say("only_players_talk")
    return
  end
  app:lay_over(setmetatable({ app = app, match = match,
                              editor = editor.new(match.draft, SAID_MAX) }, talk))
end

-- The last lines of what was said.
local function said_lines(self, columns, rows)
  local lines = {}
  for _, item in ipairs(self.match.talk) do
    for _, line in ipairs(text.wrap(self.match:saying_text(item.saying),
                                    columns)) do
      lines[#lines + 1] = line
    end
  end
  return table.move(lines, math.max(1, #lines - rows + 1), #lines, 1, {})
end

function talk:draw(cells)
  local words = self.app.words
  local width = math.min(cells.width - 2, 100)
  local lines = said_lines(self, width - 4, ROWS_MAX)
  local box = { bg = STYLES.box.bg }
  local function on_box(style)
    return { fg = style.fg, bg = box.bg, bold = style.bold }
  end
  local height = #lines + 4
  local top = math.max(0, cells.height - FOOT - height)
  cells:box(1, top, width, height, STYLES.box)
  cells:write(3, top, " " .. words:say("talk") .. " ", on_box(STYLES.title))
  cells:write_lines(3, top + 1, lines, on_box(STYLES.text), width)
  self.editor:draw(cells, 3, top + #lines + 1, width - 4, on_box(STYLES.strong))
  cells:write(3, top + #lines + 2,
              text.cut(self.trouble or self.is_sending and words:say("sending")
                       or "", width - 4), on_box(STYLES.warning), width)
  cells:write(3, top + height - 1, " " .. words:say("talk_keys") .. " ",
              on_box(STYLES.faint), width)
end

local function send(self)
  local said = self.editor:text():match("^%s*(.-)%s*$")
  if self.nonce_of ~= said then -- a line that is sent again is said once
    self.nonce_of, self.nonce = said, ("%x"):format(uv.hrtime())
  end
  self.is_sending, self.trouble = true, nil
  self.app:call("game.say", { game = self.match.id, text = said,
                              nonce = self.nonce }, function(failure)
    self.is_sending = false
    if failure then
      self.trouble = failure.message
    else
      self.match.draft = nil
      self.app:take_away(self)
    end
  end)
end

function talk:key(event)
  if event.key == "enter" and not self.is_sending then
    if not self.editor:text():find("%S") then
      return true
    end
    send(self)
  elseif event.key == "escape" then
    self.match.draft = self.editor:text()
    return true
  elseif not self.is_sending then
    self.editor:key(event)
  end
  return false
end

return talk
