-- The final scoring, line by line: who got how many points for what, with the
-- terms that they are made of and the spaces that the page lights.

local html    = require "web.html"
local json    = require "castled.json"
local players = require "web.players"
local telling = require "web.telling"

local final_scoring = {}

local function seat_of(match, player)
  for seat, name in ipairs(match.names) do
    if name == player then
      return seat
    end
  end
  return nil
end

-- What points were for: "larger keep"; the whole sentence where a game has no
-- words for its reasons.
local function reason_text(screen, event)
  return event.reason and screen.wording:text("reasons", event.reason,
                                              telling.fields(screen, event))
         or telling.event(screen, event)
end

local function terms_text(wording, event)
  local parts = {}
  for index, term in ipairs(json.value(event.terms) or {}) do
    parts[index] = wording:term(term)
  end
  return table.concat(parts, ", ")
end

local function spaces_text(event)
  local parts = {}
  for index, space in ipairs(json.value(event.spaces) or {}) do
    parts[index] = ("%d,%d"):format(space[1], space[2])
  end
  return #parts > 0 and table.concat(parts, " ") or nil
end

local function draw_line(screen, event)
  local match, wording = screen.match, screen.wording
  if not json.value(event.points) then -- why there are none
    return html.li { class = "score-line",
                     html.span { class = "what", telling.event(screen, event) } }
  end
  local seat = seat_of(match, event.player)
  local spaces = spaces_text(event)
  local name = screen.named:word("seats", event.player)
  return html.li {
    class = "score-line" .. (seat and " seat-" .. players.color(match, seat) or ""),
    data_spaces = spaces, data_kind = spaces and json.value(event.reason),
    tabindex = spaces and "0",
    html.span { class = "what", html.b { class = "who", name }, " ",
                reason_text(screen, event) },
    html.span { class = "terms", terms_text(wording, event) },
    html.b { class = "points", ("%+d"):format(event.points) },
  }
end

-- The list of all lines; "" when there were none.
function final_scoring.draw(screen)
  local lines = {}
  for index, event in ipairs(screen.match.story:final(screen.wording)) do
    lines[index] = draw_line(screen, event)
  end
  return #lines > 0 and tostring(html.ul { class = "score-lines", lines }) or ""
end

return final_scoring
