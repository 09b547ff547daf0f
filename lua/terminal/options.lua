-- The command line: what `castled play` hands on.

local link = require "castled.link"

local options = {}

local FLAGS = { yes = true, overwrite = true, verbose = true }
local LISTS = { variant = true, option = true }
local TEXTS = { host = true, game = true, players = true, seed = true,
                save = true, resume = true, language = true, color = true,
                animation = true, server = true, name = true, rejoin = true }
local SHORT = { v = "variant", o = "option", p = "players", s = "seed",
                g = "game", y = "yes" }

local function split(string)
  local list = {}
  for part in string:gmatch("[^,]+") do
    list[#list + 1] = part
  end
  return list
end

-- The value of an option of the game, as JSON has it.
local function value_of(string)
  if string == "true" or string == "false" then
    return string == "true"
  end
  return math.tointeger(tonumber(string)) or string
end

-- The name of an argument's option and, where it has one attached, its value:
-- --seed x, --seed=x, -s x, -sx.
local function option_of(argument)
  local name, sign, value = argument:match("^%-%-([^=]+)(=?)(.*)$")
  if name then
    return name, sign == "=" and value or nil
  end
  local letter, rest = argument:match("^%-(%a)(.*)$")
  return SHORT[letter or ""], rest ~= "" and rest or nil
end

local function read(list)
  local found = { variant = {}, option = {} }
  local at = 1
  while at <= #list do
    local name, value = option_of(list[at])
    if not name and not found.server and link.is(list[at]) then
      name, value = "server", list[at]
    end
    if not name or not (LISTS[name] or TEXTS[name] or FLAGS[name]) then
      return nil, list[at]
    end
    if FLAGS[name] then
      found[name] = true
    else
      if not value then
        at = at + 1
        value = list[at]
      end
      if not value then
        return nil, "--" .. name
      elseif LISTS[name] then
        table.insert(found[name], value)
      else
        found[name] = value
      end
    end
    at = at + 1
  end
  return found
end

-- What the arguments ask for: host, game, variants, options by name, players,
-- seed, save, resume, language, color, whether there is animation; yes,
-- overwrite, verbose; for games at a server server, name, rejoin, and link, when
-- the server was given with a game. nil and the argument that is not
-- understood.
function options.read(list)
  local found, wrong = read(list)
  if not found then
    return nil, wrong
  end
  local settings = {
    host = found.host, game = found.game, variants = found.variant,
    options = {}, players = split(found.players or ""), seed = found.seed,
    save = found.save, resume = found.resume, language = found.language,
    color = found.color, yes = found.yes,
    overwrite = found.overwrite, verbose = found.verbose,
    has_animation = found.animation ~= "off",
    name = found.name, rejoin = found.rejoin,
  }
  if found.server then
    local place = link.read(found.server)
    if not place or not place.server then
      return nil, found.server
    end
    settings.server = place.server
    settings.link = place.game and place
  end
  for _, pair in ipairs(found.option) do
    local name, value = pair:match("^([^=]+)=(.*)$")
    if not name then
      return nil, pair
    end
    settings.options[name] = value_of(value)
  end
  return settings
end

-- The language that the environment asks for.
function options.language(environment)
  for _, name in ipairs { "LC_ALL", "LC_MESSAGES", "LANG" } do
    local value = environment(name)
    if value and value ~= "" then
      return value:sub(1, 2) == "es" and "es" or "en"
    end
  end
  return "en"
end

return options
