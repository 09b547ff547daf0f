-- What a file of core/ exports carries the file's name, or that of a struct or
-- an enum that its header defines: tile.c exports tile_* and tileset_*. Looks at
-- the built objects: lua5.4 tests/house/names.lua ROOT BUILD.

local tree = dofile "tests/house/tree.lua"
local root = arg[1] or "."
local build = arg[2] or "build/test"

-- Other names that a file may export, and why.
local ALSO = {
  ["core/tile/tile.c"] = {
    why = "a picture is what a tile is drawn as", "picture_",
  },
  ["core/tile/feature.c"] = {
    why = "a feature is a set of pieces", "pieces_",
  },
  ["core/tile/area.c"] = {
    why = "an area is a set of spaces", "spaces_",
  },
  ["core/fair/record_file.c"] = {
    why = "a record in a file", "record_load", "record_save", "record_try",
  },
  ["core/fair/record_signatures.c"] = {
    why = "a part of record.h and record_inside.h", "record_",
  },
  ["core/game/sealing_read.c"] = {
    why = "a part of sealing.h", "sealing_read",
  },
  ["core/script/position_store.c"] = {
    why = "a part of position.h", "position_",
  },
  ["core/script/position_view.c"] = {
    why = "a part of position.h", "position_",
  },
  ["core/hall/match_choose.c"] = {
    why = "the other half of match.h", "match_",
  },
  ["core/hall/clocks.c"] = {
    why = "what time does to a match: a part of match.h", "match_",
  },
  ["core/game/replay.c"] = {
    why = "the other half of game.h", "game_",
  },
  ["core/game/game_end.c"] = {
    why = "the last part of game.h", "game_",
  },
  ["core/game/game_record.c"] = {
    why = "what is taken over is a record too, and entries have times",
    "game_take_record", "game_ahead",
  },
  ["core/store/sqlite.c"] = {
    why = "one way to be what store.h promises", "store_",
  },
  ["core/store/sqlite_put.c"] = {
    why = "a part of it", "store_put$",
  },
  ["core/store/sqlite_backup.c"] = {
    why = "a part of it", "store_backup$",
  },
  ["core/net/connect_games.c"] = {
    why = "a part of connect_inside.h", "connect_",
  },
  ["core/net/connect_seats_form.c"] = {
    why = "a part of connect_seats_inside.h", "connect_seat_",
  },
  ["core/command/admin_backup.c"] = {
    why = "one of the commands of admin", "admin_backup$",
  },
  ["core/store/sqlite_load.c"] = {
    why = "a part of it", "store_",
  },
  ["core/command/main.c"] = {
    why = "C wants it so", "main$",
  },
}

-- The names that a file exports under: { tile_ = true, tileset_ = true }.
local function prefixes_of(path)
  local own = { [path:match("([^/]+)%.c$") .. "_"] = true }
  local header = path:gsub("%.c$", ".h")
  if tree.exists(root, header) then
    local code = tree.c_code(tree.read(root, header))
    for kind, noun in code:gmatch("%f[%w_](%w+)%s+([%w_]+)%s*{") do
      if kind == "struct" or kind == "enum" then
        own[noun .. "_"] = true
      end
    end
  end
  return own
end

local function is_own(prefixes, symbol)
  for prefix in pairs(prefixes) do
    if symbol:sub(1, #prefix) == prefix then
      return true
    end
  end
  return false
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
local built = {}
local objects = 0
for _, object in ipairs(tree.files(root, build, "*.c.o")) do
  local path = object:match("%.dir/(core/.*%.c)%.o$")
  if path and tree.exists(root, path) then
    objects = objects + 1
    built[path] = true
    local prefixes = prefixes_of(path)
    local nm = "cd '" .. root .. "' && nm -g --defined-only '" .. object .. "'"
    for _, line in ipairs(tree.lines_of(nm)) do
      local symbol = line:match("^%x+ %a ([%w_]+)$")
      if symbol and not is_own(prefixes, symbol) then
        local entry = entry_of(path, symbol)
        if entry then
          used[path .. entry] = true
        else
          tree.complain(path, nil, "exports '%s': neither the file's name, nor a "
            .. "struct's or enum's of its header, nor in ALSO of "
            .. "tests/house/names.lua", symbol)
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
    if built[path] and not used[path .. index] then
      tree.complain("tests/house/names.lua", nil,
        "ALSO allows '%s' in %s, which exports none", start, path)
    end
  end
end

tree.finish(objects .. " objects")
