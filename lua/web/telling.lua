-- Sentences of a game as the screen of a table says them (castled.telling).

local sentences = require "castled.telling"

local telling = {}

-- An event with what is told of it.
function telling.fields(screen, event)
  return sentences.fields(event, screen.match.story.events, screen.names,
                          screen.words)
end

-- What an event tells.
function telling.event(screen, event)
  return sentences.event(screen.named, event, screen.match.story.events,
                         screen.names, screen.words)
end

-- What a question asks.
function telling.question(screen, asked)
  return sentences.question(screen.named, asked, screen.position.view,
                            screen.words)
end

return telling
