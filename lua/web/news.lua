-- What the daemon tells of games, and whose it is: the screen's, the script's in
-- the browser, or nobody's. Most of it is not read further than that.

local TURN_TOLD_MAX = 200 -- turns in other games that are not told again
local EARLY_MAX = 5000    -- notifications before the first path is opened

-- Notifications that the browser's script needs, of all its games.
local PASSED = {
  ["game.sealing"] = true, ["game.head"] = true, ["game.left"] = true,
  ["game.rematch"] = true, ["game.over"] = true, ["game.seats"] = true,
}

local news = {}

-- It is the player's turn in a game that is not shown.
local function tell_turn(self, params)
  local key = params.game .. " " .. tostring(params.seq)
  if self.turns_told[key] then
    return
  end
  self.turns_count = self.turns_count + 1
  if self.turns_count > TURN_TOLD_MAX then
    self.turns_told, self.turns_count = {}, 1
  end
  self.turns_told[key] = true
  if self.screen and self.screen.turned then
    self.screen:turned(params.game)
    return
  end
  self:send { notice = { text = self.words:say("turn_elsewhere"), kind = "info",
                         path = "/games/" .. params.game } }
end

local function keep_early(self, method, game, text)
  self.early_count = self.early_count + 1
  if self.early_count <= EARLY_MAX then
    local list = self.early[game] or {}
    self.early[game] = list
    list[#list + 1] = { method, self.shared:decode(text).params }
  end
end

-- Whether the browser's script needs a notification: it has nothing to do in
-- games that it only watches. Whoever sits down before a game begins is told
-- things before it is known that they sit.
local function is_passed(self, method, game)
  return PASSED[method]
         and (self.seats[game] or self.is_mine[game] or game ~= self.game
              or not self.only_watches)
end

-- Takes a notification, `text`, for a session: passes on what the script needs of
-- any game, and tells the screen what is of its game.
function news.take(self, method, game, text)
  if is_passed(self, method, game) then
    self:flush()
    self.tell('{"pass":' .. text .. "}")
  end
  if self.early then
    keep_early(self, method, game, text)
  elseif game == self.game then
    if self.screen.take then
      self:guard(self.screen.take, self.screen, method,
                 self.shared:decode(text).params)
    end
  elseif method == "game.question" then
    self:guard(tell_turn, self, self.shared:decode(text).params)
  end
end

return news
