-- What has happened in a game: its events in order, with what frontends add
-- to them (the player's score before and after), and where points came from.

local json = require "castled.json"

local story = {}
story.__index = story

function story.new()
  return setmetatable({ events = {}, scores = {} }, story)
end

-- Adds an event and fills in its score_before and score_after.
function story:add(event)
  local points = event.points
  if math.type(points) == "integer" and type(event.player) == "string" then
    event.score_before = self.scores[event.player] or 0
    event.score_after = event.score_before + points
    self.scores[event.player] = event.score_after
  end
  self.events[#self.events + 1] = event
end

-- Forgets what came after an entry of the record: it was taken back.
function story:cut(entry)
  local events = self.events
  self.events, self.scores = {}, {}
  for _, event in ipairs(events) do
    if event.entry <= entry then
      self:add(event)
    end
  end
end

-- The event that ended the game, or one made of what game.over says, `over`.
function story:ending(over)
  for index = #self.events, 1, -1 do
    if self.events[index].event == "game_over" then
      return self.events[index]
    end
  end
  return { event = "game_over", scores = over and over.scores or {},
           winner = over and over.winner or json.null,
           reason = over and over.reason or "" }
end

-- All the values that events have in a field, as a set.
function story:seen(field)
  local seen = {}
  for _, event in ipairs(self.events) do
    if event[field] then
      seen[event[field]] = true
    end
  end
  return seen
end

-- Points by where they came from: rows with `name` (a key of the section
-- `sums`) and points by player, in the order in which they came up.
function story:sums()
  local rows, by_name = {}, {}
  for _, event in ipairs(self.events) do
    if event.score_after and event.points ~= 0 then
      local why = event.reason or event.kind
      local name = event.event .. (why and "_" .. why or "")
      local row = by_name[name]
      if not row then
        row = { name = name, points = {} }
        by_name[name] = row
        rows[#rows + 1] = row
      end
      row.points[event.player] = (row.points[event.player] or 0) + event.points
    end
  end
  return rows
end

-- The events of the final scoring, in their order: those that the game's words
-- name so, and whatever brought points then.
function story:final(words)
  local list = {}
  for _, event in ipairs(self.events) do
    if event.event == "final_scored" or words:find("final", event.event) then
      list[#list + 1] = event
    end
  end
  return list
end

return story
