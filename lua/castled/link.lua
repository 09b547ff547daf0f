-- Links: where a game is and what lets one in. A link is the address of the
-- game's page, and for a seat that is held "#" and its invitation:
--
--   https://castle.example/games/g7k2
--   http://127.0.0.1:7070/games/g7k2#x5d0m1
--
-- Where there is no page, since the server is a socket, it is the server, "#",
-- the game's id, and for a seat that is held ".", its invitation. Links of that
-- form are understood everywhere:
--
--   /run/castled.sock#g7k2
--   http://127.0.0.1:7070#g7k2.x5d0m1

local link = {}

-- Whether a text is a server's address: it has a scheme, or is the path of a
-- socket.
local function is_server(string)
  return string:find("^%a[%w+.-]*://") ~= nil or string:find("/", 1, true) ~= nil
         or string:find("%.sock$") ~= nil
end

-- The server and the game of a page's address, of which the scheme may be left
-- out, and the server as well; nil when it is none. A question that a messenger has
-- put behind it ("?x=1") is left out.
local function of_page(string)
  local server, game = string:match("^([^?]-)/games/([%w_-]+)/*$")
  if not server then
    server, game = string:match("^([^?]-)/games/([%w_-]+)/*%?.*$")
  end
  if server and (server == "" or server:lower():find("^https?://.")
                 or server:find("^[%w.:%[%]-]+:%d+$")) then
    return server, game
  end
  return nil
end

-- The address of the server in an argument of a command line, which may be one
-- itself or a link.
function link.server_in(string)
  local address = string:match("^[^#]*")
  return of_page(address) or address
end

-- Whether an argument of a command line is a server or a link to a game there.
function link.is(string)
  return is_server(link.server_in(string))
end

-- Server, game and invitation of a page's address; nil when it is none.
local function read_page(whole)
  local address, invitation = whole:match("^([^#]*)#?(.*)$")
  local server, game = of_page(address)
  if server then
    return { server = server ~= "" and server or nil, game = game,
             invitation = invitation ~= "" and invitation or nil }
  end
  return nil
end

-- The parts of a link: server, game, invitation, each of which may be nil; a
-- game alone, "g7k2.x5d0m1", is one too. What stands around it, blanks or a
-- mail's < and >, is dropped. nil for what is none.
function link.read(string)
  local whole = string:match("^[%s<]*(.-)[%s>]*$")
  if whole == "" or whole:find("[%s%c]") then
    return nil
  end
  local page = read_page(whole)
  if page then
    return page
  end
  local server, rest = whole:match("^([^#]*)#?(.*)$")
  if not is_server(server) then
    if rest ~= "" and server ~= "" then
      return nil
    end
    server, rest = nil, rest ~= "" and rest or server
  end
  local game, invitation = rest:match("^([^.]+)%.?(.*)$")
  if not game and (not server or rest ~= "") then
    return nil
  end
  return { server = server, game = game,
           invitation = invitation and invitation ~= "" and invitation or nil }
end

-- The link to a game; `invitation` may be nil.
function link.write(server, game, invitation)
  local place = server:gsub("#.*$", ""):gsub("/+$", "")
  local scheme, rest = place:match("^(%a+)(://.+)$")
  if not scheme then
    return place .. "#" .. game .. (invitation and "." .. invitation or "")
  end
  return scheme:lower():gsub("^ws", "http") .. rest:gsub("/ws$", "") .. "/games/"
         .. game .. (invitation and "#" .. invitation or "")
end

local PORTS = { ws = ":80", wss = ":443" }

-- A server's address in one form of those that mean it.
local function plain(server)
  server = server:gsub("#.*$", "")
  local scheme, host, path = server:match("^(%a[%w+.-]*)://([^/]*)(.*)$")
  if not scheme then
    return server
  end
  scheme = scheme:lower():gsub("^http", "ws")
  host = host:lower()
  if host:sub(-#(PORTS[scheme] or "?")) == PORTS[scheme] then
    host = host:sub(1, -#PORTS[scheme] - 1)
  end
  path = path:gsub("/+$", ""):gsub("^/ws$", "")
  return scheme .. "://" .. host .. path
end

-- Whether two addresses are one server's.
function link.is_same_server(a, b)
  return plain(a) == plain(b)
end

return link
