-- What keys do in a game at a server, where it is not what they do in a game of
-- one's own (commands.lua): one acts for one's own seat, whoever is asked.

local commands = require "terminal.commands"
local draw_offer = require "castled.draw_offer"
local json     = require "castled.json"
local pages    = require "terminal.pages"
local talk     = require "terminal.talk"
local uv       = require "luv"

local server_commands = {}

-- Whether one sits in the game; says that one does not.
local function sits(screen)
  if not screen.match.own_seat then
    screen.note = screen.words:say("you_watch")
  end
  return screen.match.own_seat ~= nil
end

-- Calls a method for one's own seat; what is wrong is said.
local function act(screen, method, params)
  params = params or {}
  params.game = screen.match.id
  screen.app:call(method, params, function(failure)
    if failure then
      commands.refuse(screen, failure)
    end
  end)
end

local function undo(screen)
  if not sits(screen) then
    return
  end
  screen.app:call("game.undo", { game = screen.match.id }, function(failure)
    if failure then
      commands.refuse(screen, failure)
    else
      screen.note = screen.words:say("undone")
    end
  end)
end

-- Offers a draw, or answers the one that is offered.
local function draw(screen)
  local match, words = screen.match, screen.words
  if not sits(screen) then
    return
  end
  if draw_offer.asks(match, match.own_seat) then
    local function answer(agrees)
      return function()
        match.draw_offer = nil
        act(screen, "game.answer_draw", { agree = agrees })
      end
    end
    screen.app:lay_over(pages.ask(words:say("draw_asked", {
      player = match:player_text(match.draw_offer), named = true }), answer(true),
      answer(false)))
    return
  end
  screen.app:lay_over(pages.ask(words:say("draw_ask_own"), function()
    act(screen, "game.offer_draw")
  end))
end

local function resign(screen)
  if sits(screen) and not screen.match.over then
    screen.app:lay_over(pages.ask(screen.words:say("resign_ask_own"), function()
      act(screen, "game.resign")
    end))
  end
end

-- Another game of the same kind: asks for it, answers who asks for it, or goes to the
-- one there is.
local function rematch(screen)
  local match = screen.match
  local function answer(agrees)
    return function()
      screen.app:call("game.rematch", { game = match.id, agree = agrees },
                      function(failure)
        if failure then
          commands.refuse(screen, failure)
        else
          match.asked_rematch = agrees
        end
      end)
    end
  end
  if not match.over then
    return
  elseif match.next_game then
    screen.app:go_on(match.next_game)
  elseif match.own_seat and match.rematch_offer and not match.asked_rematch then
    screen.app:lay_over(pages.ask(screen.words:say("rematch_answer", {
      player = match:player_text(match.rematch_offer) }), answer(true),
      answer(false)))
  elseif match.own_seat then
    answer(true)()
  end
end

-- Writes a record into a file that is not there yet; returns why not.
local function write_file(path, record)
  local file, reason = uv.fs_open(path, "wx", tonumber("644", 8))
  if not file then
    return reason
  end
  local count, why = uv.fs_write(file, record)
  uv.fs_close(file)
  return count ~= #record and (why or path) or nil
end

-- Fetches the record and keeps it in a file that is typed.
local function save(screen)
  local words, match = screen.words, screen.match
  local first = match.id .. ".record"
  screen.app:lay_over(pages.type(words:say("record_ask"), first,
                                 function(path, page)
    if path == "" then
      return true
    elseif uv.fs_stat(path) then
      page.trouble = words:say("file_is_there")
      return false
    end
    screen.app:call("game.record", { game = match.id }, function(failure, result)
      local reason = failure and failure.message
                     or write_file(path, result.record)
      if reason then
        screen.trouble = words:say("save_failed", { reason = reason })
      else
        screen.note = words:say("saved", { save = path })
      end
    end)
    return true
  end))
end

local function leave(screen)
  local match, words = screen.match, screen.words
  if match.over_is_told or not match.own_seat then
    screen.app:leave_game()
    return
  end
  local has_clock = json.value(match.about.clock) ~= nil
  screen.app:lay_over(pages.ask(words:say("leave_playing",
                                          { clock = has_clock }), function()
    screen.app:leave_game()
  end))
end

server_commands.ORDERS = setmetatable({
  c = function(screen) talk.open(screen.app, screen.match) end,
  u = undo, D = draw, G = resign, R = resign, r = rematch, s = save, q = leave,
}, { __index = commands.ORDERS })

return server_commands
