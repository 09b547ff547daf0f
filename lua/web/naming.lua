-- Gives a table's screen the names of those who play (castled.naming).

local names_of = require("castled.naming").names

local naming = {}

-- Gives the screen of a table `names`, by seat's name, and `named`, the game's words
-- with those names for colours. Lines of its log are made anew when a name is
-- another one.
function naming.call(screen)
  local match = screen.match
  local names = names_of(match.seats, match.description, screen.words)
  local named = screen.session.shared:wording_with(match.description,
                                                   screen.language, names)
  if screen.named ~= named then
    screen.names, screen.named = names, named
    screen.memory.log = nil
  end
end

return naming
