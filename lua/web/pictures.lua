-- What is answered to HTTP requests that the page process draws: boards of games,
-- now or after an entry of the record, and the stylesheet of their colours.
--
--     /games/ID/board.svg?at=N&theme=dark&language=es
--     /static/board.css

local drawing = require "castled.drawing"
local json    = require "castled.json"
local scenes  = require "web.scenes"
local uv      = require "luv"
local words   = require "web.words"

local ENTRY_DIGITS_MAX = 9
local DRAWING_S = 5      -- of work on pictures at once, and
local DRAWING_PART = 0.3 -- of the time in the long run: tables come first

local NOT_FOUND, REFUSED = 1, 2 -- the protocol's codes of errors
local THEMES = { light = true, dark = true }
local LANGUAGES = {}
for _, language in ipairs(words.LANGUAGES) do
  LANGUAGES[language] = true
end

local pictures = {}

local function refuse(status, sentence)
  return { status = status, type = "text/plain; charset=utf-8",
           body = sentence .. "\n" }
end

-- What a failure of the daemon is in HTTP.
local function refuse_failure(failure)
  local is_none = failure.code == NOT_FOUND or failure.code == REFUSED
  return refuse(is_none and 404 or 503, failure.message)
end

-- What a query asks for: `at`, `theme`, `language`; nil and a sentence when it
-- cannot be answered. `wishes` is the header Accept-Language.
local function read_query(query, wishes)
  local asked = {}
  for name, value in tostring(query or ""):gmatch("([^=&]+)=?([^&]*)") do
    asked[name] = value
  end
  if asked.at and not (asked.at:find("^%d+$") and #asked.at <= ENTRY_DIGITS_MAX) then
    return nil, "'at' is the number of an entry of the record, from 0"
  elseif asked.theme and not THEMES[asked.theme] then
    return nil, "'theme' is light or dark"
  elseif asked.language and not LANGUAGES[asked.language] then
    return nil, "'language' is one of these: "
                .. table.concat(words.LANGUAGES, ", ")
  end
  return {
    at = math.tointeger(tonumber(asked.at)), theme = asked.theme or "light",
    language = words.choose(asked.language, words.wishes(wishes or "")),
  }
end

local room_s, looked_ms = DRAWING_S, uv.now()

-- Whether there is time for one picture more.
local function has_room()
  local now = uv.now()
  room_s = math.min(DRAWING_S, room_s + (now - looked_ms) / 1000 * DRAWING_PART)
  looked_ms = now
  return room_s > 0
end

local function names_of(about)
  local names = {}
  for index, seat in ipairs(json.value(about.seats) or {}) do
    names[index] = json.value(seat.who) or nil
  end
  return names
end

-- What a board is drawn from: made() gives description, view and what events have
-- told. It may fail: what is drawn was said by the scripts of a record, which may
-- be anybody's.
local function draw(asked, about, made, done)
  if not has_room() then
    done(refuse(503, "too many pictures are asked for: try again in a moment"))
    return
  end
  local start_s = os.clock()
  local is_well, answer = xpcall(function()
    local description, view, told = made()
    return drawing.board(description, view, {
      header = true, background = true, theme = asked.theme, told = told,
      language = asked.language, names = names_of(about) })
  end, debug.traceback)
  room_s = room_s - (os.clock() - start_s)
  if is_well then
    done { status = 200, type = "image/svg+xml", body = answer }
  else
    io.stderr:write("page: a board: ", answer, "\n")
    done(refuse(503, "this board cannot be drawn"))
  end
end

-- The board of a game that is over, as its record has it.
local function draw_scene(asked, about, ask, done)
  scenes.ask(about.game, ask, function(failure, made)
    if failure then
      done(refuse_failure(failure))
      return
    end
    local index = asked.at and made:after(asked.at) or not asked.at and #made.list
    if not index then
      done(refuse(404, ("there is no entry %d: the last one is %d")
                         :format(asked.at, made.entries - 1)))
      return
    end
    draw(asked, about, function()
      return made.description, made:view(index), made:told(index)
    end, done)
  end)
end

-- The board as it is now, by the rules that the game keeps.
local function draw_now(asked, about, ask, done)
  ask("game.describe", { game = about.game }, function(failure, description)
    if failure then
      done(refuse_failure(failure))
      return
    end
    ask("game.view", { game = about.game }, function(unseen, view)
      if unseen then
        done(refuse_failure(unseen))
      else
        draw(asked, about, function() return description, view end, done)
      end
    end)
  end)
end

local function answer_board(game, request, ask, done)
  local asked, problem = read_query(request.query, request.languages)
  if not asked then
    done(refuse(400, problem))
    return
  end
  ask("game.about", { game = game }, function(failure, about)
    if failure then
      done(refuse_failure(failure))
    elseif about.state == "open" then
      done(refuse(404, "this game has not begun"))
    elseif asked.at and about.state ~= "over" then
      done(refuse(400, "boards of the past are shown of games that are over"))
    elseif about.state == "over" then
      draw_scene(asked, about, ask, done)
    else
      draw_now(asked, about, ask, done)
    end
  end)
end

-- Answers a request, `path`, `query` and `languages`: done(answer) gets status,
-- type and body. `ask(method, params, done)` asks the daemon.
function pictures.answer(request, ask, done)
  local game = tostring(request.path):match("^/games/(%w+)/board%.svg$")
  if game then
    answer_board(game, request, ask, done)
  elseif request.path == "/static/board.css" then
    done { status = 200, type = "text/css", body = drawing.css() }
  else
    done(refuse(404, "there is nothing here"))
  end
end

return pictures
