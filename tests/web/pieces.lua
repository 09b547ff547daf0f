-- lua5.4 tests/web/pieces.lua [WORD...] -- what the page is made of in Lua, piece
-- by piece, without a browser and without a daemon. Without WORD all of
-- test_*.lua in this folder. $CASTLED is the program.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;" .. folder .. "/../terminal/?.lua;" .. folder
               .. "/../net/?.lua;" .. folder .. "/../../lua/?.lua;" .. package.path

require("check").run(folder, arg)
