-- Includes in core/ go to the own layer or to one above it in the list below,
-- and a library is included in one place (DESIGN.md, section 2). What may not
-- include a library may not get it through a header of ours either.

local tree = dofile "tests/house/tree.lua"
local root = arg[1] or "."

local LAYERS = {
  "base", "tile", "fair", "script", "game", "store", "hall", "net", "command",
}

-- Headers by the start of their name, and the one place for them: a file, a
-- folder with its slash, or files by the start of their names, with a star.
local LIBRARIES = {
  ["lua.h"]       = { "core/script/" },
  ["lauxlib.h"]   = { "core/script/" },
  ["lualib.h"]    = { "core/script/" },
  ["luaconf.h"]   = { "core/script/" },
  ["sodium"]      = { "core/fair/", "core/game/seat.c" },
  ["jansson"]     = { "core/base/json.c" },
  ["libwebsockets"] = { "core/net/" },
  ["openssl"]     = { "core/net/certificate.c" },
  ["ev.h"]        = { "core/net/" },
  ["zlib"]        = { "core/net/gzip.c" },
  ["sqlite3"]     = { "core/store/sqlite*" },
  ["libpq"]       = { "core/store/postgres.c" },
}

-- C's own headers and the system's, which every file may include.
local SYSTEM = {}
for name in ([[
  assert complex ctype errno fenv float inttypes iso646 limits locale math
  setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib
  stdnoreturn string tgmath threads time uchar wchar wctype
  dirent dlfcn fcntl ftw getopt glob grp langinfo libgen netdb poll pthread pwd
  regex sched search semaphore spawn strings syslog termios ucontext unistd
  endian err execinfo features malloc paths
]]):gmatch("%S+") do
  SYSTEM[name .. ".h"] = true
end
local SYSTEM_FOLDERS = { sys = true, linux = true, netinet = true,
                         arpa = true, net = true, bits = true }

local rank = {}
for index, layer in ipairs(LAYERS) do
  rank[layer] = index
end

local function layer_of(path)
  return path:match("^core/([^/]+)/")
end

local function places_of(header)
  for start, places in pairs(LIBRARIES) do
    if header:sub(1, #start) == start then
      return places
    end
  end
end

local function may_include(path, places)
  for _, place in ipairs(places) do
    local start = place:match("^(.*)%*$") or place:match("^.*/$")
    if path == place or (start and path:sub(1, #start) == start) then
      return true
    end
  end
  return false
end

-- { { number, name, quoted }, ... } for each #include of a file.
local function includes_of(path)
  local list = {}
  local code = tree.c_code(tree.read(root, path), true)
  for number, line in tree.lines(code) do
    local open, name = line:match('^%s*#%s*include%s*([<"])([^>"]+)[>"]')
    if open then
      list[#list + 1] = { number = number, name = name, quoted = open == '"' }
    end
  end
  return list
end

local files = tree.files(root, "core", "*.c", "*.h")
local includes = {}
for _, path in ipairs(files) do
  includes[path] = includes_of(path)
end

-- The libraries that a header brings along: { name = through which header }.
local brought = {}
local function libraries_of(path)
  if brought[path] then
    return brought[path]
  end
  local found = {}
  brought[path] = found
  for _, include in ipairs(includes[path] or {}) do
    if not include.quoted then
      if places_of(include.name) then
        found[include.name] = path
      end
    else
      for name, through in pairs(libraries_of("core/" .. include.name)) do
        found[name] = through
      end
    end
  end
  return found
end

local function check_own(path, include)
  local layer, from = layer_of(path), layer_of("core/" .. include.name)
  if not from then
    tree.complain(path, include.number,
      'write "layer/%s", as seen from core/', include.name)
  elseif not includes["core/" .. include.name] then
    tree.complain(path, include.number, "there is no core/%s", include.name)
  elseif not rank[from] then
    tree.complain(path, include.number, "core/%s/ is no layer", from)
  elseif rank[layer] and rank[from] > rank[layer] then
    tree.complain(path, include.number,
      "%s/ is below %s/: includes go upwards in the list of layers only",
      from, layer)
  end
  for name, through in pairs(libraries_of("core/" .. include.name)) do
    if not may_include(path, places_of(name)) then
      tree.complain(path, include.number,
        "brings <%s> along, through %s: that is for %s only", name, through,
        table.concat(places_of(name), " and "))
    end
  end
end

local function check_foreign(path, include)
  local places = places_of(include.name)
  local folder = include.name:match("^([^/]+)/")
  if places then
    if not may_include(path, places) then
      tree.complain(path, include.number, "<%s> is for %s only", include.name,
        table.concat(places, " and "))
    end
  elseif not SYSTEM[include.name] and not SYSTEM_FOLDERS[folder] then
    tree.complain(path, include.number,
      "<%s> is of no library that tests/house/layers.lua knows a place for",
      include.name)
  end
end

for _, path in ipairs(files) do
  if not rank[layer_of(path)] then
    tree.complain(path, nil, "its folder is no layer; they are: %s",
      table.concat(LAYERS, ", "))
  end
  for _, include in ipairs(includes[path]) do
    if include.quoted then
      check_own(path, include)
    else
      check_foreign(path, include)
    end
  end
end

tree.finish(#files .. " files")
