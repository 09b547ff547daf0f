-- lua5.4 tests/drawing/run.lua [WORD...] -- boards as SVG: every tile, every
-- position of whole games, what changes between them. Without WORD all of
-- test_*.lua in this folder. $CASTLED is the program.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;" .. folder .. "/../terminal/?.lua;" .. folder
               .. "/../../lua/?.lua;" .. package.path

require("check").run(folder, arg)
