-- Before a game: who plays, by which house rules and options, in which
-- language, and what each adds to the shuffle. A list of lines with their
-- explanation beside it; the first line begins.

local form_of = require "terminal.form"
local pages   = require "terminal.pages"
local palette = require "terminal.palette"
local rows_of = require "terminal.setup_rows"
local text    = require "terminal.text"

local STYLES = palette.STYLES

local WIDTH_MAX = 76 -- columns of the lines

local setup = {}
setup.__index = setup

-- `description` is the game's, without variants; `settings` what the command
-- line asked for, which is changed here. `rows` gives the lines (setup_rows, or
-- server_rows for a game at a server).
function setup.new(app, description, rows)
  local self = setmetatable({ app = app, description = description,
                              rows_of = rows or rows_of }, setup)
  self.form = form_of.new(app, {})
  self:fill()
  return self
end

-- Makes the lines anew.
function setup:fill()
  self.words = self.app.words
  self.form:take(self.rows_of.all(self.app, self.description))
  self:check()
end

-- Asks the host whether the house rules go together, and which options there
-- are with them.
function setup:check()
  local settings = self.app.settings
  self.checks = (self.checks or 0) + 1
  local number = self.checks
  self.app:call("rulesets.describe", rows_of.ruleset(settings, self.description),
                function(reason, described)
    if number ~= self.checks then
      return -- changed since
    end
    self.trouble = reason and self.words:say("does_not_fit", {
      reason = reason.message })
    if described then
      self:take_options(described.options)
    end
  end)
end

-- Takes over which options there are; what was set of others is forgotten.
function setup:take_options(options)
  local settings = self.app.settings
  local is_known = {}
  for _, option in ipairs(options) do
    is_known[option.name] = true
  end
  for name in pairs(settings.options) do
    if not is_known[name] then
      settings.options[name] = nil
    end
  end
  self.description.options = options
  self.form:take(self.rows_of.all(self.app, self.description))
end

function setup:draw(cells)
  local words = self.words
  local title = words:title(self.description.title)
  cells:write(2, 1, title, STYLES.title)
  cells:write(2 + text.columns(title) + 2, 1, words:say("setup_title"),
              STYLES.faint)
  self.form:draw(cells, 3, cells.height - 6,
                 math.min(WIDTH_MAX, cells.width * 5 // 8))
  if self.trouble then
    cells:write_lines(2, cells.height - 3,
                      text.wrap(self.trouble, cells.width - 4),
                      STYLES.warning, cells.width - 2)
  end
  cells:write(2, cells.height - 1, text.cut(words:say("setup_keys"),
                                            cells.width - 3), STYLES.faint)
end

function setup:key(event)
  local has_changed, is_known = self.form:key(event)
  if has_changed then
    self:fill()
  elseif event.key == "f1" then
    self.app:lay_over(pages.new(self.words:say("help"),
                                self.words:lines("setup_help"),
                                self.words:say("page_keys")))
  elseif not is_known and (event.key == "q" or event.key == "escape") then
    self.app:leave_setup()
  end
end

return setup
