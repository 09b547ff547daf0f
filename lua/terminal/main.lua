-- castled in a terminal. `castled play` starts it when stdin and stdout are one:
--
--   lua5.4 lua/terminal/main.lua --host PATH-OF-castled [OPTION...]
--
-- The options are those of `castled play`; terminal/options.lua reads them.

local folder = arg[0]:match("^(.*)/terminal/[^/]*$") or ".."
package.path = folder .. "/?.lua;" .. package.path

local app     = require "terminal.app"
local colors  = require "terminal.colors"
local command_line = require "castled.command_line"
local options = require "terminal.options"
local words   = require "terminal.words"

local settings, wrong, key = options.read(arg)
local language = settings and settings.language
                 or options.language(os.getenv)
if not settings then
  io.stderr:write(words.new(language):say(key or "usage", {
                    argument = wrong, line = command_line.of("play", "--help") }),
                  "\n")
  os.exit(2)
end
settings.language = language
settings.host = settings.host or "castled"
if not settings.color or settings.color == "auto"
   or settings.color == "always" then
  settings.color = colors.detect(os.getenv)
elseif settings.color == "never" then
  settings.color = "none"
end

local status, farewell = app.new(settings):run()
if farewell then
  local out = status == 0 and io.stdout or io.stderr
  out:write(farewell, "\n")
end
os.exit(status) -- the loop's handles need no closing any more
