-- Before a game: who plays, by which house rules and options, in which
-- language, and what each adds to the shuffle. A list of lines with their
-- explanation beside it; the first line begins.

local form_of  = require "terminal.form"
local new_game = require "castled.new_game"
local pages    = require "terminal.pages"
local palette  = require "terminal.palette"
local rows_of  = require "terminal.setup_rows"
local text     = require "terminal.text"

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
      self:take(described)
      self:try(number)
    end
  end)
end

-- Has the host play some games with house rules from files, which nobody may have
-- played by yet. What fails there is told, and hinders nobody.
function setup:try(number)
  local settings = self.app.settings
  self.warning = nil
  for _, given in ipairs(settings.variants) do
    if rows_of.is_path(given) then
      self.app:call("variants.check", rows_of.ruleset(settings, self.description),
                    function(reason)
        if number == self.checks then
          self.warning = reason and self.words:say("rules_tried", {
            reason = reason.message })
        end
      end)
      return
    end
  end
end

-- Takes over which options there are with the chosen house rules, and these
-- rules' words; what was set of other options is forgotten.
function setup:take(described)
  local settings = self.app.settings
  local is_known, texts = {}, {}
  for _, option in ipairs(new_game.options(described)) do
    is_known[option.name] = true
  end
  for name in pairs(settings.options) do
    if not is_known[name] then
      settings.options[name] = nil
    end
  end
  for _, variant in ipairs(described.variants) do
    texts[variant.name] = variant.texts
  end
  for _, variant in ipairs(self.description.variants) do
    variant.texts = texts[variant.name]
    variant.chosen = variant.texts ~= nil
  end
  self.description.options = described.options
  self.form:take(self.rows_of.all(self.app, self.description))
end

function setup:draw(cells)
  local words = self.words
  local title = words:title(self.description.title)
  cells:write(2, 1, title, STYLES.title)
  cells:write(2 + text.columns(title) + 2, 1, words:say("setup_title"),
              STYLES.faint)
  local lost = self.app.connection_text and self.app:connection_text()
  local wrong = lost or self.trouble or self.warning
  local told = text.wrap(wrong or self.note or "", cells.width - 4)
  local foot = cells.height - 1 - math.max(#told, 2)
  self.form:draw(cells, 3, foot - 3, math.min(WIDTH_MAX, cells.width * 5 // 8))
  cells:write_lines(2, foot, told, wrong and STYLES.warning or STYLES.good,
                    cells.width - 2)
  cells:write(2, cells.height - 1, text.cut(words:say("setup_keys"),
                                            cells.width - 3), STYLES.faint)
end

function setup:key(event)
  self.note = nil
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
