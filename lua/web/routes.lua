-- Which screen a path leads to.

local routes = {}

-- Each is a pattern and the module of the screen, which is made with what the
-- pattern catches.
local SCREENS = {
  { "^/$", "web.lobby" },
  { "^/new$", "web.new_game" },
  { "^/rules$", "web.rules" },
  { "^/rules/([%w_-]+)$", "web.rules" },
  { "^/games/(%w+)$", "web.entering", has_game = true },
}

-- The screen that a path leads to, and the game that it shows, if it is one.
function routes.find(session, path)
  for _, screen in ipairs(SCREENS) do
    local caught = path:match(screen[1])
    if caught then
      return require(screen[2]).new(session, caught),
             screen.has_game and caught or nil
    end
  end
  return require("web.nowhere").new(session, path)
end

return routes
