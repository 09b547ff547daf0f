-- Functions that no C file may call: each has a form that cannot overrun, or
-- says when it failed. (Arrays of variable length are refused by -Wvla.)

local tree = dofile "tests/house/tree.lua"
local root = arg[1] or "."

local BANNED = {
  strcpy  = "snprintf, or core/base/text",
  stpcpy  = "snprintf, or core/base/text",
  strcat  = "core/base/text",
  sprintf = "snprintf, or core/base/text",
  vsprintf = "vsnprintf, or core/base/text",
  gets    = "fgets",
  strtok  = "strchr, or strcspn",
  atoi    = "strtol, which tells what was no number",
  atol    = "strtol, which tells what was no number",
  atoll   = "strtoll, which tells what was no number",
  atof    = "strtod, which tells what was no number",
  rand    = "core/fair: chance is drawn there",
  srand   = "core/fair: chance is drawn there",
  alloca  = "an array with a bound, or malloc",
}

local files = tree.files(root, "core", "*.c", "*.h")
for _, path in ipairs(tree.files(root, "tests", "*.c", "*.h")) do
  files[#files + 1] = path
end

for _, path in ipairs(files) do
  for number, line in tree.lines(tree.c_code(tree.read(root, path))) do
    for name in line:gmatch("%f[%w_]([%a_][%w_]*)%s*%(") do
      if BANNED[name] then
        tree.complain(path, number, "%s is not to be used; take %s", name,
          BANNED[name])
      end
    end
  end
end

tree.finish(#files .. " files")
