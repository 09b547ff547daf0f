-- After the end: who won and why, where the points came from, and the final
-- scoring line by line.

local final_scoring = require "web.final_scoring"
local game_words    = require "castled.game_words"
local html          = require "web.html"
local json          = require "castled.json"
local panels        = require "web.panels"
local telling       = require "web.telling"

local result = {}

-- Endings after which there is no winner because nobody was better.
local DRAWS = { finished = true, agreed = true }

-- In few words who won, to who played or to who watches; and "won" or "lost" where
-- it was who looks on.
local function headline(screen, event)
  local words, own = screen.words, screen.match.names[screen.match.seat]
  local winner = json.value(event.winner)
  if not winner then
    return words:say(DRAWS[event.reason] and "table_is_draw" or "table_no_winner")
  elseif winner == own then
    return words:say("table_won"), "won"
  elseif own then
    return words:say("table_lost"), "lost"
  end
  return words:say("table_has_won", { player = screen.named:word("seats", winner) })
end

-- What stands in #outcome: who won, and the game's own sentence about it.
function result.draw_outcome(screen)
  if not screen.match.over then
    return ""
  end
  local event = screen.match.story:ending(screen.match.over)
  local text, class = headline(screen, event)
  local because = game_words.because(screen.match.over, screen.match.description,
                                     screen.words)
  return ('<h2 class="headline %s">%s</h2><p>%s</p>%s')
    :format(class or "", html.escape(text), html.escape(telling.event(screen, event)),
            because and "<p>" .. html.escape(because) .. "</p>" or "")
end

-- What stands in #result.
function result.draw(screen)
  if not screen.match.over then
    return ""
  end
  local lines = final_scoring.draw(screen)
  return panels.draw_points(screen)
         .. (lines ~= "" and "<h3>" .. html.escape(screen.words:say("table_final"))
                             .. "</h3>" .. lines or "")
end

return result
