-- scripts/REFERENCE.md and the READMEs name all that a script sees, and nothing
-- that is not there. What is there, the program says.

package.path = "tests/docs/?.lua;" .. package.path
local page = require "page"

local PAGE = "scripts/REFERENCE.md"
local text = page.read(PAGE)
local output, status = page.castled(".", "rules --json")
assert(status == 0, output)
local known = page.json(output)

-- Compares the names that a page has with those that are there: sets, name ->
-- anything.
local function compare(path, what, documented, there)
  for name in pairs(there) do
    page.check(documented[name], "%s: %s '%s' has no entry", path, what, name)
  end
  for name in pairs(documented) do
    page.check(there[name], "%s: there is no %s '%s'", path, what, name)
  end
end

local function set(list)
  local names = {}
  for _, name in ipairs(list) do
    names[name] = true
  end
  return names
end

-- Entries by their name.
local function by_name(list)
  local entries = {}
  for _, entry in ipairs(list) do
    entries[entry.name] = entry
  end
  return entries
end

-- The tables under a heading: name -> the cells behind it; names in order.
local function table_under(heading)
  local entries, order = {}, {}
  for _, cells in ipairs(page.rows(page.section(text, heading))) do
    for _, name in ipairs(page.names(cells[1])) do
      page.check(not entries[name], "%s: '%s' has two entries", PAGE, name)
      entries[name] = cells
      order[#order + 1] = name
    end
  end
  return entries, order
end

-- Methods: each entry has a sentence and says when, what and how it fails.
local function check_methods()
  local methods = {}
  local entries = page.section(text, "## The game"):gsub("\n###+ ", "\0%0")
  for name, entry in entries:gmatch("\n#### `game:([%w_]+)%([^\n]*\n([^\0]*)") do
    methods[name] = true
    for _, word in ipairs({ "When", "Returns", "Fails" }) do
      page.check(entry:find("\n- " .. word .. ": %S"),
                 "%s: game:%s does not say '%s:'", PAGE, name, word)
    end
    page.check(entry:find("^\n%u"), "%s: game:%s has no sentence", PAGE, name)
  end
  compare(PAGE, "method", methods, set(known.functions))
end

local function check_rules()
  local rules = table_under("### Rules")
  compare(PAGE, "rule", rules, by_name(known.rules))
end

local function check_steps()
  local steps, order = table_under("### Steps")
  local there = by_name(known.steps)
  compare(PAGE, "step", steps, there)
  for index, entry in ipairs(known.steps) do
    page.check(order[index] == entry.name, "%s: step %d is '%s', not '%s'",
               PAGE, index, entry.name, tostring(order[index]))
    local kind = steps[entry.name] and steps[entry.name][3]
    page.check(kind == entry.kind, "%s: step '%s' is %s, not %s", PAGE,
               entry.name, entry.kind, tostring(kind))
  end
end

local function check_options()
  local options = table_under("### Options")
  local there = by_name(known.options)
  compare(PAGE, "option", options, there)
  for name, option in pairs(there) do
    local default = options[name] and options[name][3]:gsub("`", "")
    page.check(default == tostring(option.default),
               "%s: the default of '%s' is %s, not %s", PAGE, name,
               tostring(option.default), tostring(default))
  end
end

local function check_events()
  local events = table_under("### Events")
  compare(PAGE, "event", events, known.events)
  for name, fields in pairs(known.events) do
    local listed = events[name] and events[name][2]:gsub(",", "")
    page.check(listed == fields, "%s: event '%s' has the fields %s, not %s",
               PAGE, name, fields, tostring(listed))
  end
end

-- Modules of scripts/kit that scripts do not require by themselves.
local INNER = set {
  "check", "sentence", "compose", "compose_material", "compose_options",
  "compose_rules", "compose_steps", "compose_texts", "variant_check",
}

local function check_modules()
  local documented, there = {}, {}
  for name in page.section(text, "## Modules"):gmatch("\n### castled%.([%w_]+)\n") do
    documented[name] = true
  end
  local files = assert(io.popen("ls scripts/kit/*.lua"))
  for path in files:lines() do
    local name = path:match("([%w_]+)%.lua$")
    if not INNER[name] then
      there[name] = true
    end
  end
  files:close()
  compare(PAGE, "module", documented, there)
end

-- Fields that the source of a file declares in a table: `pattern` finds them
-- in the part from `start` to the next "}".
local function fields_in(path, start, pattern)
  local source = page.read(path)
  local from = assert(source:find(start, 1, true), path .. ": no " .. start)
  local part = source:sub(from, source:find("\n}", from, true))
  local fields = {}
  for field in part:gmatch(pattern) do
    fields[field] = true
  end
  return fields
end

local function check_fields()
  local pattern = '%[FIELD_[%u_]+%] = "([%w_]+)"'
  compare(PAGE, "field of features", table_under("### Features"),
          fields_in("core/script/bind_feature.c", "FEATURE_FIELDS[]", pattern))
  compare(PAGE, "field of segments", table_under("### Segments"),
          fields_in("core/script/bind_feature.c", "SEGMENT_FIELDS[]", pattern))

  local function compare_table(path, heading, source)
    local documented = {}
    local part = page.section(page.read(path), heading)
    for _, cells in ipairs(page.rows(part)) do
      for _, name in ipairs(page.names(cells[1])) do
        documented[name] = true
      end
    end
    local there = fields_in(source, "local FIELDS = {", '([%w_]+) = "')
    there.path = nil -- the host's own
    compare(path, "field", documented, there)
  end
  compare_table("variants/README.md", "## What a variant may hold",
                "scripts/kit/variant_check.lua")
  compare_table("scripts/README.md", "## The table", "scripts/kit/game.lua")
end

-- The stub for editors: its methods, and the fields of its classes.
local function check_stub()
  local path = "lua/castled/api.lua"
  local stub = page.read(path)
  local methods = {}
  for name, arguments in stub:gmatch("\nfunction Game:([%w_]+)(%b())") do
    methods[name] = true
    page.check(text:find("#### `game:" .. name .. arguments .. "`", 1, true),
               "%s: game:%s%s is not what %s has", path, name, arguments, PAGE)
  end
  compare(path, "method", methods, set(known.functions))
  local function compare_class(class, fields)
    local part = stub:match("%-%-%-@class " .. class .. "\n(.-)\n\n")
    local documented = {}
    for name in part:gmatch("%-%-%-@field ([%w_]+)") do
      documented[name] = true
    end
    compare(path, "field of " .. class, documented, fields)
  end
  local features = table_under("### Features")
  features.fountain, features.market = true, true -- the marks of The Castle
  compare_class("castled.Feature", features)
  compare_class("castled.Segment", (table_under("### Segments")))
  local variant = fields_in("scripts/kit/variant_check.lua",
                            "local FIELDS = {", '([%w_]+) = "')
  variant.path = nil
  compare_class("castled.Variant", variant)
end

-- The map of the C side: each header, and no file that is not there.
local function check_map()
  local path = "core/README.md"
  local map = page.section(page.read(path), "## Files")
  local headers = assert(io.popen("cd core && ls */*.h"))
  local there = {}
  for header in headers:lines() do
    there[header:match("^(.*)%.h$")] = true
  end
  headers:close()
  local documented = {}
  for layer, part in map:gmatch("### (%l+)\n([^#]*)") do
    for _, cells in ipairs(page.rows(part)) do
      for _, name in ipairs(page.names(cells[1])) do
        documented[layer .. "/" .. name] = true
      end
    end
    for name in part:gmatch("`([%l_]+%.c)`") do
      local file = io.open("core/" .. layer .. "/" .. name)
      page.check(file, "%s: there is no %s/%s", path, layer, name)
      if file then file:close() end
    end
  end
  compare(path, "file", documented, there)
end

check_methods()
compare(PAGE, "function", table_under("## The library"), set(known.library))
check_rules()
check_steps()
check_options()
check_events()
check_modules()
check_fields()
check_stub()
check_map()
page.finish()
