-- lua5.4 tests/web/pieces.lua [WORD...] -- what the page is made of in Lua, piece
-- by piece, without a browser and without a daemon. Without WORD all of
-- test_*.lua in this folder. $CASTLED is the program.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;" .. folder .. "/../terminal/?.lua;" .. folder
               .. "/../../lua/?.lua;" .. package.path

local check = require "check"

local files = assert(io.popen("ls " .. folder .. "/test_*.lua"))
for path in files:lines() do
  local name = path:match("test_([^/]*)%.lua$")
  local is_wanted = #arg == 0
  for _, word in ipairs(arg) do
    is_wanted = is_wanted or name:find(word, 1, true)
  end
  if is_wanted then
    check.file(name)
    dofile(path)
  end
end
files:close()
os.exit(check.report())
