-- The lists of the lobby as HTML: a card for each game.

local clocks     = require "castled.clocks"
local game_words = require "castled.game_words"
local html       = require "web.html"
local json       = require "castled.json"
local naming     = require "castled.naming"

local lobby_cards = {}

local HEADS = { open = "lobby_open", playing = "lobby_playing",
                over = "lobby_over" }
local made = setmetatable({}, { __mode = "k" }) -- cards, by about

local ENTER = { open = "enter_open", playing = "enter_watch", over = "enter_look" }

-- Who plays: a disc in the seat's colour and a name for each, and the points as far
-- as they are known.
local function players(about, words, scores)
  local parts = {}
  for index, seat in ipairs(about.seats) do
    local is_free = naming.is_free(seat)
    parts[#parts + 1] = index > 1
                        and html.span { class = "against", words:say("against") }
    parts[#parts + 1] = html.span { class = is_free and "name quiet" or "name",
      html.span { class = "chip seat-" .. seat.name }, " ",
      game_words.who(seat, words),
      scores[index] and { " ", html.b { class = "score-now", scores[index] } } }
  end
  return parts
end

local function badge(text, title, class)
  return html.span { class = "badge" .. (class and " " .. class or ""),
                     title = title, text }
end

-- The house rules as badges, each with what it says.
local function rule_badges(about, description, words)
  local by_name, badges = {}, {}
  for _, variant in ipairs(description and description.variants or {}) do
    by_name[variant.name] = variant
  end
  for _, name in ipairs(about.variants) do
    local variant = by_name[name]
    badges[#badges + 1] = badge(variant and words:title(variant.title) or name,
                                variant and words:title(variant.summary))
  end
  return badges
end

-- House rules, clock, and what else is not as it usually is; false when nothing.
local function facts(lobby, about)
  local words = lobby.session.words
  local badges = rule_badges(about, lobby:description(about.name), words)
  if json.value(about.clock) then
    badges[#badges + 1] = badge(clocks.rule(about.clock, words, true),
                                clocks.rule(about.clock, words))
  end
  if about.level == 0 then
    badges[#badges + 1] = badge(words:say("badge_open_order"),
                                words:say("level_0"), "quiet")
  end
  if not about.public then
    badges[#badges + 1] = badge(words:say("badge_by_link"),
                                words:say("by_link_says"), "quiet")
  end
  return #badges > 0 and html.div { class = "facts", badges }
end

local function result(lobby, about)
  if about.state ~= "over" then
    return false
  end
  return html.p { class = "quiet",
    game_words.result(about, lobby:description(about.name),
                      lobby.session.words) }
end

local function who(about, seat, words)
  return about.seats[seat] and game_words.who(about.seats[seat], words) or "?"
end

-- How one's own game stands: whose turn it is, in words.
local function state_of(own, words)
  local about = own.about
  if own.is_turn then
    return words:say("state_turn")
  elseif own.on_turn and about.seats[own.on_turn] then
    return words:say("state_turn_of", { player = who(about, own.on_turn, words) })
  end
  return words:say("state_" .. about.state)
end

-- What one's own game has besides: the time that is left for whose turn it is, and who
-- would play again.
local function own_lines(own, words)
  local lines = {}
  lines[1] = own.stop and html.p { class = "quiet", words:say("time_left"), " ",
    html.span { class = "clock", data_clock_until = own.stop,
                data_clock_late = clocks.late_ms(own.about.clock) or 0 } }
  for _, seat in ipairs(own.wishes) do
    lines[#lines + 1] = html.p { class = "offer", words:say("table_rematch_offered", {
      player = who(own.about, seat, words) }) }
  end
  return lines
end

-- A card; `own` is an entry of own_games:list, or nil for somebody else's game.
local function card(lobby, about, enter, own)
  local words = lobby.session.words
  local is_called = own and (own.is_turn or #own.wishes > 0)
  local id = (own and "own-" or "game-") .. about.game
  local state = own and badge(state_of(own, words), nil,
                              own.is_turn and "good" or "quiet")
  return html.li { class = own and own.is_turn and "card your-turn" or "card",
    html.h3 { html.a { class = "players-line", href = "/games/" .. about.game,
                       id = id, players(about, words, own and own.scores or {}) } },
    html.p { class = "quiet", words:title(about.title), " · ",
             html.time { data_time = about.changed }, " ", state },
    own and own_lines(own, words),
    facts(lobby, about),
    result(lobby, about),
    html.div { class = "buttons",
      html.a { class = is_called and "button primary" or "button",
               href = "/games/" .. about.game, id = id .. "-go",
               words:say(enter) } },
  }
end

-- The card of somebody else's game, made once for all who see the list.
local function card_of_others(lobby, about)
  local description = lobby:description(about.name)
  local key = lobby.session.language .. (description and "" or " undescribed")
  local cards = made[about] or {}
  made[about] = cards
  cards[key] = cards[key] or card(lobby, about, ENTER[about.state])
  return cards[key]
end

local function empty(text)
  return html.p { class = "empty", text }
end

-- One's own games; `own` is a list as own_games:list has it. Nothing while there is
-- none.
function lobby_cards.own(lobby, own)
  local words = lobby.session.words
  if #own == 0 then
    return html.join {}
  end
  local cards = {}
  for index, game in ipairs(own) do
    local state = game.about.state
    cards[index] = card(lobby, game.about, #game.wishes > 0 and "enter_answer"
                        or state == "over" and "enter_look" or "enter_go_on", game)
  end
  return html.join { html.h2 { words:say("lobby_own") },
                     html.ul { class = "cards", cards } }
end

-- Whether a game is for who comes by: an open one only if they can sit down.
local function is_shown(about)
  return about.state ~= "open"
         or game_words.free_count(about) > 0
            and (game_words.has_somebody(about) or not game_words.has_held(about))
end

-- The games of a state; nil while they are not known.
function lobby_cards.state(lobby, state, games, has_more)
  local words = lobby.session.words
  local cards = {}
  for _, about in ipairs(games or {}) do
    if is_shown(about) then
      cards[#cards + 1] = card_of_others(lobby, about)
    end
  end
  return html.join {
    html.h2 { words:say(HEADS[state]) },
    not games and empty(words:say("asking"))
    or #cards == 0 and empty(words:say(lobby.has_own[state] and "lobby_no_others"
                                       or HEADS[state] .. "_none"))
    or html.ul { class = "cards", cards },
    has_more and html.div { class = "buttons",
      html.button { type = "button", class = "button plain", data_do = "more",
                    data_value = state, words:say("more") } },
  }
end

return lobby_cards
