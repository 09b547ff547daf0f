-- What the daemon tells of games, and whose it is: the screen's, the script's in
-- the browser, or nobody's. Most of it is not read further than that.

local positions = require "web.positions"

local TURN_TOLD_MAX = 200     -- turns in other games that are not told again
local EARLY_SIZE_MAX = 4 << 20 -- bytes that are told before a path is opened

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
                         path = "/games/" .. params.game,
                         go = self.words:say("go_there") } }
end

local function keep_early(self, method, game, text)
  self.early_size = self.early_size + #text
  if self.early_size <= EARLY_SIZE_MAX then
    local list = self.early[game] or {}
    self.early[game] = list
    list[#list + 1] = { method, self.shared:decode(text).params }
  end
end

-- What the lobby says of one's own games, by what is told: whom one waits for,
-- and who would play again.
local NOTED = {
  ["game.waiting"] = function(kept, params) kept.waiting = params end,
  ["game.over"] = function(kept) kept.waiting, kept.wishes = nil, nil end,
  ["game.rematch_offered"] = function(kept, params)
    kept.wishes = kept.wishes or {}
    kept.wishes[params.seat] = true
  end,
  ["game.rematch_declined"] = function(kept) kept.wishes = nil end,
}

local function note(self, method, params)
  local game = params.game
  self.told_of[game] = self.told_of[game] or {}
  NOTED[method](self.told_of[game], params)
  if game ~= self.game and self.screen and self.screen.own_news then
    self.screen:own_news(game)
  end
end

-- Said of a game that is shown and is told of no more.
local LEFT = { deleted = "left_deleted", storage = "left_storage" }

-- A game is told of no more: another window has the seat, or it was put away, and is
-- shown anew, to who plays and to who watches. A browser comes back to its seat
-- by itself.
local function left(self, params)
  local game, reason = params.game, params.reason
  if reason == "elsewhere" then
    self:lose(game)
    return
  end
  positions.forget(game)
  self.shared:forget(game)
  self.seats[game], self.told_of[game] = nil, nil
  if reason == "deleted" then
    self:drop_mine(game)
  end
  if game ~= self.game then
    return
  elseif LEFT[reason] then
    self:send { notice = { text = self.words:say(LEFT[reason]), kind = "error" } }
  end
  self:open(self.path)
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
  if NOTED[method] and (self.seats[game] or self.is_mine[game]) then
    self:guard(note, self, method, self.shared:decode(text).params)
  end
  if method == "game.left" then
    self:guard(left, self, self.shared:decode(text).params)
  elseif self.early then
    keep_early(self, method, game, text)
  elseif game == self.game then
    if self.screen and self.screen.take then
      self:guard(self.screen.take, self.screen, method,
                 self.shared:decode(text).params)
    end
  elseif method == "game.question" then
    self:guard(tell_turn, self, self.shared:decode(text).params)
  end
end

return news
