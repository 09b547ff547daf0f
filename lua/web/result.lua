-- After the end: who won and why, where the points came from, and the final
-- scoring line by line.

local final_scoring = require "web.final_scoring"
local html          = require "web.html"
local json          = require "castled.json"
local panels        = require "web.panels"

local result = {}

-- The result as a sentence of the game.
function result.text(screen)
  local match = screen.match
  for index = #match.story.events, 1, -1 do
    local event = match.story.events[index]
    if event.event == "game_over" then
      return screen.wording:event(event)
    end
  end
  local over = match.over or {}
  return screen.wording:event { event = "game_over", scores = over.scores or {},
                                winner = over.winner or json.null,
                                reason = over.reason or "" }
end

-- What stands in #outcome: who won.
function result.draw_outcome(screen)
  return screen.match.over
         and "<h2>" .. html.escape(result.text(screen)) .. "</h2>" or ""
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
