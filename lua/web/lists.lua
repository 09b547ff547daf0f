-- The lists of games that lobbies show: asked for once for all of them, every
-- few seconds while one is open.

local lists = {}
lists.__index = lists

-- How many games of each state a page has, and after how many seconds they are
-- asked for again.
lists.PAGE = 20
local SECONDS = { open = 3, playing = 4, over = 12 }

function lists.new(shared)
  return setmetatable({ shared = shared, games = {}, ages = {},
                        listeners = {}, count = 0 }, lists)
end

-- Calls on_change(state) after each answer, until lists:forget(owner).
function lists:listen(owner, on_change)
  if not self.listeners[owner] then
    self.count = self.count + 1
  end
  self.listeners[owner] = on_change
  for state in pairs(SECONDS) do
    if self.count == 1 or not self.games[state] then
      self:refresh(state)
    end
  end
end

function lists:forget(owner)
  if self.listeners[owner] then
    self.listeners[owner] = nil
    self.count = self.count - 1
  end
end

-- The newest games of a state, or nil before the first answer.
function lists:newest(state)
  return self.games[state]
end

-- Asks for the games of a state. One answer is waited for at a time.
function lists:refresh(state)
  if self.ages[state] == false then
    return
  end
  self.ages[state] = false
  self.shared:ask("games.list", { state = state, count = lists.PAGE },
                  function(_, result)
    self.ages[state] = 0
    if result then
      self.games[state] = result.games
      for _, on_change in pairs(self.listeners) do
        on_change(state)
      end
    end
  end)
end

-- A second has passed.
function lists:second()
  if self.count == 0 then
    return
  end
  for state, seconds in pairs(SECONDS) do
    local age = self.ages[state]
    if age then
      self.ages[state] = age + 1
      if age + 1 >= seconds then
        self:refresh(state)
      end
    end
  end
end

return lists
