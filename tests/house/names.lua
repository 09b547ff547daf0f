-- What a file of core/ exports carries the file's name: tile.c exports tile_*.
-- Looks at the built objects: lua5.4 tests/house/names.lua ROOT BUILD.

local tree = dofile "tests/house/tree.lua"
local root = arg[1] or "."
local build = arg[2] or "build/test"

-- Other names that a file may export, and why. A noun with few functions lives
-- with the noun it belongs to.
local ALSO = {
  ["core/tile/tile.c"] = {
    why = "a tile's picture, a set of tiles, the letters they are drawn with",
    "tileset_", "picture_", "alphabet_",
  },
  ["core/tile/board.c"] = {
    why = "where a tile may lie on the board, and why not",
    "placements_", "verdict_",
  },
  ["core/tile/feature.c"] = {
    why = "a feature is a set of pieces", "pieces_",
  },
  ["core/tile/area.c"] = {
    why = "an area is a set of spaces", "spaces_",
  },
  ["core/command/main.c"] = {
    why = "C wants it so", "main$",
  },
}

local function is_own(path, symbol)
  local own = path:match("([^/]+)%.c$") .. "_"
  return symbol:sub(1, #own) == own
end

-- The entry of ALSO that allows the symbol.
local function entry_of(path, symbol)
  for index, start in ipairs(ALSO[path] or {}) do
    if symbol:find("^" .. start) then
      return index
    end
  end
end

local used = {}
local objects = 0
for _, object in ipairs(tree.files(root, build, "*.c.o")) do
  local path = object:match("%.dir/(core/.*%.c)%.o$")
  if path and tree.exists(root, path) then
    objects = objects + 1
    local nm = "cd '" .. root .. "' && nm -g --defined-only '" .. object .. "'"
    for _, line in ipairs(tree.lines_of(nm)) do
      local symbol = line:match("^%x+ %a ([%w_]+)$")
      if symbol and not is_own(path, symbol) then
        local entry = entry_of(path, symbol)
        if entry then
          used[path .. entry] = true
        else
          tree.complain(path, nil, "exports '%s': not of the file's name, and "
            .. "not in ALSO of tests/house/names.lua", symbol)
        end
      end
    end
  end
end

if objects == 0 then
  tree.complain(build, nil, "has no objects of core/; build first")
end
for path, starts in pairs(ALSO) do
  for index, start in ipairs(starts) do
    if objects > 0 and tree.exists(root, path) and not used[path .. index] then
      tree.complain("tests/house/names.lua", nil,
        "ALSO allows '%s' in %s, which exports none", start, path)
    end
  end
end

tree.finish(objects .. " objects")
