-- Whether the house checks see what they are for: each is run on little
-- checkouts, good and bad, that are made for the purpose.

-- name: the check and what the case shows. files: the checkout. finds: what
-- one of the complaints has in it; without it, there must be no complaint.
local CASES = {
  {
    name = "layers: downwards, own folder, system",
    files = {
      ["core/base/error.h"] = "#include <stdio.h>\n",
      ["core/tile/tile.h"] = '#include "base/error.h"\n',
      ["core/tile/tile.c"] = '#include "tile/tile.h"\n#include <sys/stat.h>\n',
    },
  },
  {
    name = "layers: upwards",
    files = {
      ["core/base/error.c"] = '\n#include "tile/tile.h"\n',
      ["core/tile/tile.h"] = "",
    },
    finds = "core/base/error.c:2: tile/ is below base/",
  },
  {
    name = "layers: a header that is not there",
    files = { ["core/base/error.c"] = '#include "base/errror.h"\n' },
    finds = "there is no core/base/errror.h",
  },
  {
    name = "layers: without its folder",
    files = { ["core/base/a.c"] = '#include "a.h"\n', ["core/base/a.h"] = "" },
    finds = 'write "layer/a.h"',
  },
  {
    name = "layers: an unknown folder",
    files = { ["core/util/a.c"] = "" },
    finds = "its folder is no layer",
  },
  {
    name = "layers: lua.h where it belongs",
    files = { ["core/script/host.c"] = "#include <lua.h>\n" },
  },
  {
    name = "layers: lua.h elsewhere",
    files = { ["core/game/game.c"] = "#include <lua.h>\n" },
    finds = "core/game/game.c:1: <lua.h> is for core/script/ only",
  },
  {
    name = "layers: lua.h in main.c",
    files = { ["core/command/main.c"] = "#  include <lua.h>\n" },
    finds = "<lua.h> is for core/script/ only",
  },
  {
    name = "layers: lua.h through two headers",
    files = {
      ["core/script/host.h"] = "#include <lauxlib.h>\n",
      ["core/script/ruleset.h"] = '#include "script/host.h"\n',
      ["core/game/game.c"] = '#include "script/ruleset.h"\n',
    },
    finds = "brings <lauxlib.h> along, through core/script/host.h",
  },
  {
    name = "layers: sodium in its one file of game/",
    files = { ["core/game/seat.c"] = "#include <sodium.h>\n" },
  },
  {
    name = "layers: sodium in another file of game/",
    files = { ["core/game/game.c"] = "#include <sodium/utils.h>\n" },
    finds = "is for core/fair/ and core/game/seat.c only",
  },
  {
    name = "layers: jansson in another file of base/",
    files = { ["core/base/text.c"] = "#include <jansson.h>\n" },
    finds = "is for core/base/json.c only",
  },
  {
    name = "layers: a library without a place",
    files = { ["core/base/text.c"] = "#include <glib.h>\n" },
    finds = "<glib.h> is of no library",
  },
  {
    name = "layers: in a comment",
    files = { ["core/base/text.c"] = "/*\n#include <glib.h>\n*/\n" },
  },

  {
    name = "banned: a call",
    files = { ["core/base/a.c"] = "int f;\n  strcpy (a, b);\n" },
    finds = "core/base/a.c:2: strcpy is not to be used",
  },
  {
    name = "banned: in tests too",
    files = { ["tests/core/base/test_a.c"] = "x = atoi(y);" },
    finds = "atoi is not to be used",
  },
  {
    name = "banned: after a string with quotes",
    files = { ["core/base/a.c"] = [[f("\"/*", '"', "\\"); g = rand();]] },
    finds = "rand is not to be used",
  },
  {
    name = "banned: only words, comments, strings",
    files = {
      ["core/base/a.c"] = "/* rand() */ x = \"rand()\"; my_rand(); randy(1);"
        .. "// alloca(1)\n",
    },
  },

  {
    name = "comments: all there",
    files = {
      ["core/base/a.h"] = [[
#ifndef A_H
#define A_H
#define MAX(a, b) \
    ((a) > (b) ? (a) : (b))
/* A thing. */
struct a {
    int (*call)(void); /* not a function */
};
enum b { B_ONE = (1) };
typedef int (*a_call)(void);
_Static_assert(sizeof(int) == 4, "int");
/* Makes one. */
struct a *a_new(int x,
                int y) __attribute__((malloc));
void a_free(struct a *a);

/* Twice. */
static inline int a_twice(int x)
{
    return twice(x);
}

/* Never. */
_Noreturn void a_end(void);
extern int (*a_hook)(int);
#endif
]],
    },
  },
  {
    name = "comments: none above",
    files = { ["core/base/a.h"] = "struct a { int x; }; /* one */\nint f(int a,"
      .. "\n  int b);\n" },
    finds = "core/base/a.h:2: 'f' has no comment",
  },
  {
    name = "comments: an empty line between",
    files = { ["core/base/a.h"] = "/* F. */\nint f(void);\n\nint g(void);\n" },
    finds = "core/base/a.h:4: 'g' has no comment",
  },
  {
    name = "comments: an inline function",
    files = { ["core/base/a.h"] = "\nstatic inline int f(void)\n{ return 1; }\n" },
    finds = "core/base/a.h:2: 'f' has no comment",
  },

  {
    name = "comments: dashes in code",
    files = {
      ["lua/a.lua"] = "local line = ('-'):rep(9) .. '---------' -- a rule\n",
      ["core/base/a.c"] = "/* a --- b */\nint a; /* c */\n",
    },
  },
  {
    name = "comments: a banner of Lua",
    files = { ["lua/a.lua"] = "-- Reading " .. ("-"):rep(40) .. "\n" },
    finds = "lua/a.lua:1: a banner",
  },
  {
    name = "comments: a banner of C",
    files = { ["tests/core/a.c"] = "\n/* Reading " .. ("-"):rep(40) .. " */\n" },
    finds = "tests/core/a.c:2: a banner",
  },
  {
    name = "comments: a banner of a shell",
    files = { ["tests/a.sh"] = "# ==========\n" },
    finds = "tests/a.sh:1: a banner",
  },

  {
    name = "readmes: all there",
    files = {
      ["README.md"] = "", ["core/README.md"] = "", ["core/base/a.c"] = "",
      ["tests/README.md"] = "bench/ how fast", ["tests/bench/b.c"] = "",
    },
  },
  {
    name = "readmes: a room without",
    files = { ["README.md"] = "", ["core/base/a.c"] = "" },
    finds = "core/README.md: is missing",
  },
  {
    name = "readmes: a folder without",
    files = {
      ["README.md"] = "", ["tests/README.md"] = "workbench/",
      ["tests/bench/b.c"] = "",
    },
    finds = "tests/bench: has no README.md",
  },
  {
    name = "readmes: none at the top",
    files = { ["core/README.md"] = "" },
    finds = "README.md: is missing",
  },

  {
    name = "rules: cited and proved",
    files = {
      ["scripts/castle/RULES.md"] = "# CS-01 to CS-03\n- CS-01 One.\n- CS-02 "
        .. "Two.\n- CS-03 Three,\n  which is long. (no code)\n",
      ["scripts/castle/a/b.lua"] = '{ "CS-01" }',
      ["core/tile/tile.c"] = "/* CS-02 */",
      ["tests/rules/castle/a.scenario"] = "proves: CS-01\n",
      ["variants/castle/b.scenario"] = "\nproves: CS-02, CS-01\n",
      ["variants/README.md"] = "CS-01 to CS-03, ISO-8859, UTF-16",
    },
  },
  {
    name = "rules: not cited",
    files = {
      ["scripts/castle/RULES.md"] = "\n- CS-01 One.\n",
      ["tests/rules/castle/a.scenario"] = "proves: CS-01\n",
      ["tests/rules/castle/a.lua"] = "-- CS-01",
    },
    finds = "RULES.md:2: CS-01 is cited nowhere in code",
  },
  {
    name = "rules: cited by another game only",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One.\n",
      ["scripts/falcon/a.lua"] = "-- CS-01",
      ["tests/rules/castle/a.scenario"] = "proves: CS-01\n",
    },
    finds = "CS-01 is cited nowhere in code",
  },
  {
    name = "rules: not proved",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One.\n",
      ["scripts/castle/a.lua"] = "-- CS-01",
      ["tests/rules/castle/a.scenario"] = "# CS-01 is not proved here\n",
    },
    finds = "CS-01 is proved by no scenario",
  },
  {
    name = "rules: proved only where no game is",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One.\n",
      ["scripts/castle/a.lua"] = "-- CS-01",
      ["tests/golden/a.scenario"] = "proves: CS-01\n",
    },
    finds = "a.scenario:1: proves 'CS-01', which is no rule of a game",
  },
  {
    name = "rules: an unknown number cited",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One. (no code)\n",
      ["scripts/castle/a.lua"] = "\n-- CS-02\n",
    },
    finds = "scripts/castle/a.lua:2: CS-02 is in no rule list",
  },
  {
    name = "rules: an unknown number in a document",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One. (no code)\n",
      ["variants/README.md"] = "see CS-99.",
    },
    finds = "variants/README.md:1: CS-99 is in no rule list",
  },
  {
    name = "rules: an unknown number proved",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One. (no code)\n",
      ["tests/rules/castle/a.scenario"] = "proves: CS-1\n",
    },
    finds = "proves 'CS-1', which is no rule of castle",
  },
  {
    name = "rules: a range",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One. (no code)\n",
      ["scripts/castle/a.lua"] = "-- CS-01 to CS-01",
    },
    finds = "a range from CS-01 on",
  },
  {
    name = "rules: a range of the short kind",
    files = {
      ["scripts/castle/RULES.md"] = "- CS-01 One. (no code)\n",
      ["core/a.c"] = "/* CS-01..03 */",
    },
    finds = "a range from CS-01 on",
  },
  {
    name = "rules: twice",
    files = { ["scripts/castle/RULES.md"] = "- CS-01 (no code)\n- CS-01 b\n" },
    finds = "CS-01 is defined twice",
  },
  { name = "rules: no list", files = {}, finds = "no rule list" },

  {
    name = "names: own, and allowed",
    objects = {
      ["core/base/text.c"] = "int text_add(void); int text_add(void)\n"
        .. "{ return 1; } static int own; int *text_own = &own;",
      ["core/command/main.c"] = "int main(void) { return 0; }",
    },
  },
  {
    name = "names: the header's nouns",
    files = {
      ["core/base/text.h"] = "struct  line {\n int x; };\nstruct word *w;\n"
        .. "enum colour\n{ RED };",
    },
    objects = { ["core/base/text.c"] = "int line_x, colour_y;" },
  },
  {
    name = "names: a noun that the header does not define",
    files = { ["core/base/text.h"] = "struct word *w; /* struct word { */" },
    objects = { ["core/base/text.c"] = "int word_x;" },
    finds = "core/base/text.c: exports 'word_x'",
  },
  {
    name = "names: a foreign name",
    objects = { ["core/base/text.c"] = "int add(void) { return 1; }" },
    finds = "core/base/text.c: exports 'add'",
  },
  {
    name = "names: a variable",
    objects = { ["core/base/text.c"] = "int textual;" },
    finds = "core/base/text.c: exports 'textual'",
  },
  {
    name = "names: an exception that nobody needs",
    objects = { ["core/tile/area.c"] = "int area_x;" },
    finds = "ALSO allows 'spaces_' in core/tile/area.c",
  },
  { name = "names: nothing built", objects = {}, finds = "build first" },
}

local function run(command)
  local pipe = assert(io.popen("{ " .. command .. "; } 2>&1"))
  local output = pipe:read("a")
  return pipe:close() == true, output
end

local function write(path, text)
  assert(run("mkdir -p '" .. path:match("^(.*)/") .. "'"))
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

-- Runs one case in the empty folder `root`. Returns what is wrong, or nil.
local function try(case, root)
  for path, text in pairs(case.files or {}) do
    write(root .. "/" .. path, text)
  end
  for path, text in pairs(case.objects or {}) do
    local object = root .. "/build/test/CMakeFiles/x.dir/" .. path .. ".o"
    write(root .. "/" .. path, text)
    write(object, "")
    assert(run(("gcc -c -o '%s' '%s/%s'"):format(object, root, path)))
  end
  local check = case.name:match("^%w+")
  local passed, output = run(("lua5.4 tests/house/%s.lua '%s'"):format(check,
    root))
  if not case.finds and not passed then
    return output
  elseif case.finds and passed then
    return "found nothing\n"
  elseif case.finds and not output:find(case.finds, 1, true) then
    return "did not find '" .. case.finds .. "', but:\n" .. output
  end
end

local failed = 0
for _, case in ipairs(CASES) do
  local _, root = run("mktemp -d")
  root = root:gsub("\n", "")
  local wrong = try(case, root)
  run("rm -rf '" .. root .. "'")
  if wrong then
    failed = failed + 1
    io.write("failed: ", case.name, ": ", wrong)
  end
end
print(("%d passed: cases, out of %d"):format(#CASES - failed, #CASES))
os.exit(failed == 0)
