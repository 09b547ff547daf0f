-- Lint of all Lua. What rule scripts and variants may use is what the sandbox has
-- (core/script/library.h): nothing else is known here.

std = "castled"
cache = false
codes = true
max_line_length = 100 -- 80 is the aim; a table may read better whole

-- `game`, `player`, `super` and the like come to every step and rule, needed
-- or not.
unused_args = false

stds.castled = {
  read_globals = {
    "assert", "error", "ipairs", "log", "pairs", "require", "select",
    "tonumber", "tostring", "type",
    string = {
      fields = {
        "byte", "char", "find", "format", "len", "lower", "rep", "reverse",
        "split", "sub", "upper",
      },
    },
    table = {
      fields = {
        "concat", "insert", "move", "pack", "remove", "sort", "unpack",
      },
    },
    math = {
      fields = {
        "abs", "max", "maxinteger", "min", "mininteger", "tointeger", "type",
        "ult",
      },
    },
  },
}

-- Programs of our own that run in plain Lua.
files["tests"] = { std = "lua54" }
files["lua"] = { std = "lua54" }

-- Attacks are meant to be bad Lua.
exclude_files = { "build", "tests/sandbox/attacks" }
