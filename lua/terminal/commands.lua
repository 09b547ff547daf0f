-- What keys do in a game, but for choosing: pages, undo, hint, saving, leaving.
-- What is different in a game at a server is in server_commands.lua.

local naming  = require "castled.naming"
local pages   = require "terminal.pages"
local reports = require "terminal.reports"

local commands = {}

local function show(screen, title, lines, on_key)
  local words = screen.words
  local page = pages.new(title, lines, words:say("page_keys"), on_key)
  screen.app:lay_over(page)
  return page
end

-- Says why something cannot be done.
function commands.refuse(screen, reason)
  screen.trouble = reason.message or tostring(reason)
end

-- The seat that somebody here may act for now: the one that is asked.
local function asked_seat(screen)
  local question = screen.match.question
  if not question or not screen.ask then
    screen.note = screen.words:say("not_now")
    return nil
  end
  return question.seat, screen.match:name_of(question.player)
end

function commands.undo(screen)
  local seat = asked_seat(screen)
  if seat then
    local match = screen.match
    screen.app:call("game.undo", { game = match.id, seat = seat },
                    function(reason)
      screen.note = screen.words:say(reason and "no_undo" or "undone")
    end)
  end
end

local function hint(screen)
  local match = screen.match
  if not asked_seat(screen) then
    return
  elseif match.is_remote and naming.is_contest(match.seats) then
    screen.note = screen.words:say("no_hint")
    return
  end
  local seq = match.question.seq
  screen.app:call("game.hint", { game = match.id }, function(reason, result)
    if reason then
      commands.refuse(screen, reason)
    elseif screen.ask and match.question.seq == seq then
      screen.ask:show(result.index)
      screen.note = screen.words:say("hint_is", {
        choice = match:choice_text(result.index) })
    end
  end)
end

local function save(screen)
  local app = screen.app
  app:lay_over(pages.type(screen.words:say("save_ask"), app.settings.save or "",
                          function(path)
    if path == "" then
      return
    end
    app:call("game.save", { game = screen.match.id, save = path },
             function(reason)
      if reason then
        screen.note = screen.words:say("save_failed",
                                       { reason = reason.message })
      else
        app.settings.save = path
        screen.note = screen.words:say("saved", { save = path })
      end
    end)
  end))
end

-- Asks, and then calls a method for the seat that is asked.
local function ask_first(screen, key, method)
  local seat, player = asked_seat(screen)
  if not seat then
    return
  end
  screen.app:lay_over(pages.ask(screen.words:say(key, { player = player }),
                                function()
    screen.app:call(method, { game = screen.match.id, seat = seat },
                    function(reason)
      if reason then
        commands.refuse(screen, reason)
      end
    end)
  end))
end

-- Where points came from; and below it what the verification says.
function commands.points(screen, with_checks)
  local match, words = screen.match, screen.words
  local lines = reports.points(match, words)
  -- At a server r means another game, over this page too, which it closes.
  local page = show(screen, words:say("points"), lines, function(event)
    if match.is_remote and event.key == "r" then
      screen.orders.r(screen)
    end
    return false
  end)
  screen.app:call("game.verify", { game = match.id }, function(reason, result)
    lines[#lines + 1] = ""
    lines[#lines + 1] = { words:say("verify"), style = "strong" }
    if reason then
      lines[#lines + 1] = { words:say("verify_not", {
        reason = reason.message }), style = "faint" }
    else
      table.move(reports.checks(result, words), 1, 1000, #lines + 1, lines)
    end
    if with_checks then
      page:to_end()
    end
  end)
end

local function help(screen)
  local words, match = screen.words, screen.match
  local roles = {}
  for _, kind in ipairs(match.description.alphabet.kinds) do
    roles[#roles + 1] = match:role_of(kind.name) .. " "
                        .. match:role_word(kind.name)
  end
  local lines = {}
  local function add(key)
    table.move(words:lines(key, { roles = table.concat(roles, ", ") }), 1,
               #words.texts[key], #lines + 1, lines)
  end
  add("help_lines")
  add(match.is_remote and "help_server_lines" or "help_own_lines")
  lines[#lines + 1] = ""
  add("help_board_lines")
  show(screen, words:say("help"), lines)
end

function commands.leave(screen)
  local app = screen.app
  if screen.match.over_is_told then
    app:leave()
    return
  end
  app:lay_over(pages.ask(screen.words:say("quit_ask",
                                          { save = app.settings.save }),
                         function() app:leave() end))
end

local ORDERS = {
  f1 = help, H = help, h = help,
  u = commands.undo, ["?"] = hint, s = save, q = commands.leave,
  D = function(screen) ask_first(screen, "draw_ask", "game.offer_draw") end,
  G = function(screen) ask_first(screen, "resign_ask", "game.resign") end,
  R = function(screen) ask_first(screen, "resign_ask", "game.resign") end,
  z = function(screen) screen.is_small = not screen.is_small end,
  t = function(screen)
    local columns = math.min(screen.app.cells.width, 90)
    local lines, title = reports.tiles(screen.match, screen.words, columns)
    show(screen, title, lines)
  end,
  i = function(screen)
    show(screen, screen.words:say("rules_title"),
         reports.rules(screen.match, screen.words))
  end,
  L = function(screen)
    show(screen, screen.words:say("log"),
         reports.log(screen.match, screen.words)):to_end()
  end,
  v = function(screen)
    if screen.match.over_is_told then
      commands.points(screen, true)
    end
  end,
  enter = function(screen)
    if screen.match.over_is_told then
      commands.points(screen)
    end
  end,
}

-- What keys do, by key.
commands.ORDERS = ORDERS

-- Whether an event hurries on what is being told.
function commands.skips(screen, event)
  return not screen.orders[event.key]
         and (event.key ~= nil or event.mouse == "press")
         or event.key == "enter"
end

-- Does what a key says; others mean nothing.
function commands.run(screen, event)
  local order = event.key and not event.control and screen.orders[event.key]
  if order then
    order(screen)
  end
end

return commands
