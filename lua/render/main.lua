-- lua5.4 lua/render/main.lua [--dark] [--language LANGUAGE] -- what `castled
-- render` starts: reads a scene (core/game/scene.h) from stdin, as JSON, and
-- writes the board as SVG to stdout.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/../?.lua;" .. package.path

local drawing = require "castled.drawing"
local json    = require "castled.json"
local story   = require "castled.story"

-- The options of the drawing; what else there is comes from the scene.
local function read_arguments()
  local options = { header = true, background = true }
  for index, argument in ipairs(arg) do
    if argument == "--dark" then
      options.theme = "dark"
    elseif argument == "--language" then
      options.language = arg[index + 1]
    end
  end
  return options
end

-- What all events have told that were not undone.
local function told_by(events)
  local told, happened = nil, story.new()
  for _, event in ipairs(events) do
    if event.entry <= #happened.events then
      happened:cut(event.entry - 1)
    end
    happened:add(event)
  end
  for _, event in ipairs(happened.events) do
    told = drawing.tell(told, event)
  end
  return told
end

local options = read_arguments()
local scene = assert(json.decode(io.read("a")))
options.told = told_by(scene.events)
io.write(drawing.board(scene.description, scene.view, options))
