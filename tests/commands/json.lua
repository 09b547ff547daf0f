-- Reads JSON, strictly, and prints one value of it:
--     lua5.4 json.lua PATH <FILE        as in "seats.1.wins"; "" is the whole
--     lua5.4 json.lua --events <FILE    checks a file of events instead
--     lua5.4 json.lua --scenes <FILE    or of scenes: prints how many events
--                                       remain at the end
-- An array or an object is printed as its size.

local NULL = {}

local function parser(text)
  local at, value = 1, nil

  local function fail(what)
    error("not JSON at byte " .. at .. ": " .. what, 0)
  end

  local function blanks()
    at = text:find("[^ \t\r\n]", at) or #text + 1
  end

  local function take(pattern)
    local found = text:match("^" .. pattern, at)
    if found then
      at = at + #found
    end
    return found
  end

  local function parse_string()
    local start = at
    if not take('"') then fail("a string is missing") end
    while not take('"') do
      if not take('[^"\\%c]+') and not take('\\["\\/bfnrt]')
         and not take("\\u%x%x%x%x") then
        fail("in a string")
      end
    end
    local inside = text:sub(start + 1, at - 2)
    return utf8.len(inside) and inside or fail("not UTF-8")
  end

  local function parse_object()
    local object, count = {}, 0
    blanks()
    if take("}") then return object, 0 end
    repeat
      blanks()
      local key = parse_string()
      blanks()
      if not take(":") then fail("a colon is missing") end
      if object[key] ~= nil then fail("'" .. key .. "' is there twice") end
      object[key] = value()
      count = count + 1
      blanks()
    until not take(",")
    if not take("}") then fail("an object does not end") end
    return object, count
  end

  local function parse_array()
    local array = {}
    blanks()
    if take("%]") then return array, 0 end
    repeat
      array[#array + 1] = value()
      blanks()
    until not take(",")
    if not take("%]") then fail("an array does not end") end
    return array, #array
  end

  local function parse_number()
    local digits = take("-?%d+%.%d+") or take("-?%d+")
    if not digits or digits:find("^-?0%d") then fail("no value") end
    return tonumber(digits)
  end

  function value()
    blanks()
    if take("{") then
      local members, count = parse_object()
      return { size = count, members = members }
    elseif take("%[") then
      local items, count = parse_array()
      return { size = count, members = items }
    elseif text:sub(at, at) == '"' then
      return parse_string()
    elseif take("true") then
      return true
    elseif take("false") then
      return false
    elseif take("null") then
      return NULL
    end
    return parse_number()
  end

  local whole = value()
  blanks()
  if at <= #text then fail("something follows") end
  return whole
end

-- A file of events: each line an object with game, entry and event; games from
-- 1, entries from 1 in each; each game from game_started to game_over.
local function check_events()
  local game, entry, last, count = 0, 0, "game_over", 0
  for line in io.lines() do
    local event = parser(line).members
    count = count + 1
    if last == "game_over" then
      game, entry = game + 1, 0
      assert(event.event == "game_started", "line " .. count .. ": no start")
    end
    entry = entry + 1
    assert(event.game == game, "line " .. count .. ": game")
    assert(event.entry == entry, "line " .. count .. ": entry")
    last = event.event
  end
  assert(last == "game_over", "the last game is not over")
  return game
end

-- A file of scenes: first what is said of the game, then scenes in the order of
-- their entries, each with its view behind it; their events go on behind those
-- that remain.
local function check_scenes()
  local first = parser(io.read("l")).members
  assert(first.entries > 0 and first.description.members.tiles.size > 0)
  local last, told = -1, 0
  for line in io.lines() do
    local scene = parser(line).members
    assert(scene.entry > last and scene.entry < first.entries, "entry")
    assert(parser(io.read("l")).members.board, "view")
    local before = scene.told - scene.events.size
    assert(before <= told, "events are missing")
    for index, event in ipairs(scene.events.members) do
      assert(event.members.entry == before + index, "entry of an event")
    end
    last, told = scene.entry, scene.told
  end
  return told
end

local CHECKS = { ["--events"] = check_events, ["--scenes"] = check_scenes }
if CHECKS[arg[1]] then
  print(CHECKS[arg[1]]())
  return
end
local found = parser(io.read("a"))
for name in (arg[1] or ""):gmatch("[^.]+") do
  local members = type(found) == "table" and found.members or {}
  found = members[math.tointeger(tonumber(name)) or name]
end
if found == NULL then
  print("null")
elseif type(found) == "table" then
  print(found.size)
else
  print(tostring(found))
end
