-- The lists of games that lobbies show: asked for once for all of them, every
-- few seconds while one is open.

local json = require "castled.json"

local lists = {}
lists.__index = lists

-- How many games of each state a page has, and after how many seconds they are
-- asked for again.
lists.PAGE = 20
local SECONDS = { open = 3, playing = 4, over = 12 }

local TELL_SECONDS = 12

function lists.new(shared)
  return setmetatable({ shared = shared, games = {}, texts = {}, ages = {},
                        listeners = {}, count = 0, seconds = 0 }, lists)
end

-- Calls on_change(state) whenever a list is another one, and on_change() now and
-- then, for what else may be new; until lists:forget(owner).
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

local function tell(self, state)
  for _, on_change in pairs(self.listeners) do
    on_change(state)
  end
end

-- Takes an answer; listeners are told when it is another one than before.
local function take(self, state, games)
  local text = json.encode(games)
  if self.texts[state] == text then
    return
  end
  self.texts[state], self.games[state] = text, games
  tell(self, state)
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
      take(self, state, result.games)
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
  self.seconds = (self.seconds + 1) % TELL_SECONDS
  if self.seconds == 0 then
    tell(self, nil)
  end
end

return lists
