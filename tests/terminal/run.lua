-- lua5.4 tests/terminal/run.lua [WORD...] -- what frontends in Lua are made of,
-- piece by piece. Without WORD all of test_*.lua in this folder. $CASTLED is the
-- program. Games through the terminal itself: tmux.sh.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;" .. folder .. "/../../lua/?.lua;"
               .. package.path

require("check").run(folder, arg)
