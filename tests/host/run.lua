-- lua5.4 tests/host/run.lua [WORD...] -- `castled host` as a frontend sees it.
--
-- A case is a function in one of the files below, under the clause that it
-- proves; it gets nothing and raises when the clause does not hold. With words,
-- only cases with one of them in their names. CASTLED is the program.

package.path = "tests/host/?.lua;tests/net/?.lua;" .. package.path

local cases  = require "cases"
local client = require "client"

local FILES = { "messages", "rulesets", "games", "sealed", "playing", "lines",
                "conversation" }

client.program = os.getenv("CASTLED") or "build/release/castled"
client.folder = os.tmpname()
os.remove(client.folder)
assert(os.execute("mkdir -p '" .. client.folder .. "'"))

cases.run(cases.of_modules(FILES), {
  finish = function() os.execute("rm -rf '" .. client.folder .. "'") end,
})
