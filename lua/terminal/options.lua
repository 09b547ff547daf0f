-- The command line: what `castled play` hands on.

local link    = require "castled.link"
local profile = require "terminal.profile"
local words   = require "terminal.words"

local options = {}

local FLAGS = { yes = true, overwrite = true, verbose = true,
                ["saved-rules"] = true }
local LISTS = { variant = true, option = true }
local TEXTS = { host = true, game = true, players = true, seed = true,
                save = true, resume = true, language = true, color = true,
                animation = true, server = true, name = true, rejoin = true,
                ca = true }
local SHORT = { v = "variant", o = "option", p = "players", s = "seed",
                g = "game", y = "yes" }

-- Who may sit in a seat, here and at a server.
local PLAYERS = { human = "here", steward = "here", random = "here",
                  held = "server" }

-- What is for games of one's own, and what for games at a server.
local HERE_ONLY = { "save", "resume", "saved-rules" }
local SERVER_ONLY = { "rejoin", "ca" }

-- A server's address that has no scheme: a host, perhaps with a port, or only
-- with one. Behind it there may be a game, as in a link.
local function is_host(string, needs_port)
  local address = link.server_in(string)
  local port = needs_port and ":%d+$" or ":?%d*$"
  return not link.is(string) and (address:find("^%w[%w.-]*" .. port) ~= nil
                                  or address:find("^%[[%x:.]+%]" .. port) ~= nil)
end

-- A server's address in full: "host:7070" is what "http://host:7070" is.
local function with_scheme(string)
  return is_host(string) and "http://" .. string or string
end

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
    local is_server = link.is(list[at]) or is_host(list[at], true)
    if not name and not found.server and is_server then
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

-- The path by which a game or a house rule is named, if one is: it may be
-- somebody's own. nil when all are installed.
local function own_rules(found)
  for _, name in ipairs { found.game or "", table.unpack(found.variant) } do
    if name:find("/", 1, true) or name:find("%.lua$") then
      return name
    end
  end
  return nil
end

-- What is wrong with what was asked for: the argument, and the key of what is
-- said of it; nil when nothing is.
local function wrong_in(found)
  local others = found.server and HERE_ONLY or SERVER_ONLY
  for _, name in ipairs(others) do
    if found[name] then
      return "--" .. name, found.server and "at_server" or "not_at_server"
    end
  end
  local path = found.server and own_rules(found)
  if path then
    return path, "path_at_server"
  end
  for _, kind in ipairs(split(found.players or "")) do
    if not PLAYERS[kind] or PLAYERS[kind] == "server" and not found.server then
      return "--players " .. found.players, "wrong_players"
    end
  end
  if found.language and not words.LANGUAGE_NAMES[found.language] then
    return found.language, "wrong_language"
  elseif found.name and not profile.clean(found.name) then
    return found.name, "wrong_name"
  elseif found.name and profile.is_long(found.name) then
    return found.name, "long_name"
  end
  return nil
end

-- What the arguments ask for: host, game, variants, options by name, players,
-- seed, save, resume, whether the rules in its record are trusted, and whether
-- a game that is saved needs that to go on; language, color, whether there is
-- animation; yes, overwrite, verbose; for games at a server server, ca, name,
-- rejoin, and link, when the server was given with a game. nil, the argument
-- that is wrong, and the key of what is said of it (nil: it is not
-- understood).
function options.read(list)
  local found, wrong = read(list)
  if not found then
    return nil, wrong
  end
  local argument, key = wrong_in(found)
  if argument then
    return nil, argument, key
  end
  local settings = {
    host = found.host, game = found.game, variants = found.variant,
    options = {}, players = split(found.players or ""), seed = found.seed,
    save = found.save, resume = found.resume, language = found.language,
    saved_rules = found["saved-rules"] or false,
    has_own_rules = found["saved-rules"] or own_rules(found) ~= nil,
    color = found.color, yes = found.yes,
    overwrite = found.overwrite, verbose = found.verbose,
    has_animation = found.animation ~= "off",
    name = found.name, rejoin = found.rejoin, ca = found.ca,
  }
  if found.server then
    local place = link.read(with_scheme(found.server))
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
