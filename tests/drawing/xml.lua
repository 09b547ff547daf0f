-- Reads SVG as strictly as a parser of XML would, as far as drawings go, and
-- says what is in it.

local xml = {}

local ENTITIES = { amp = true, lt = true, gt = true, quot = true, ["#39"] = true }

local function check_text(text)
  if text:find("[<>]") then
    return "a bracket in a text: " .. text
  end
  for entity in text:gmatch("&([^;]*;?)") do
    if entity:sub(-1) ~= ";" or not ENTITIES[entity:sub(1, -2)] then
      return "an entity that is none: " .. text
    end
  end
  return nil
end

local function read_attributes(text)
  local attributes, at = {}, 1
  while true do
    local from, to, name, value = text:find('^%s+([%w:-]+)="([^"]*)"', at)
    if not from then
      break
    end
    if attributes[name] then
      return nil, "an attribute twice: " .. name
    end
    local wrong = check_text(value)
    if wrong then
      return nil, wrong
    end
    attributes[name], at = value, to + 1
  end
  if text:sub(at):find("%S") then
    return nil, "no attribute: " .. text:sub(at)
  end
  return attributes
end

local function open_element(elements, open, inside)
  local is_empty = inside:sub(-1) == "/"
  local name, rest = inside:match("^([%w-]+)(.-)/?$")
  if not name then
    return "no element: <" .. inside .. ">"
  end
  local attributes, wrong = read_attributes(rest)
  if wrong then
    return wrong
  end
  elements[#elements + 1] = { name = name, attributes = attributes }
  if not is_empty then
    open[#open + 1] = name
  end
  return nil
end

-- All elements (name, attributes) in their order; or nil and what is wrong.
function xml.read(text)
  local elements, open, at = {}, {}, 1
  while true do
    local from, to, inside = text:find("<([^>]*)>", at)
    local between = text:sub(at, (from or #text + 1) - 1)
    local wrong = check_text(between)
    if not wrong and inside and inside:sub(1, 1) == "/" then
      if table.remove(open) ~= inside:sub(2) then
        wrong = "closed before it was opened: " .. inside
      end
    elseif not wrong and inside then
      wrong = open_element(elements, open, inside)
    end
    if wrong then
      return nil, wrong
    elseif not from then
      break
    end
    at = to + 1
  end
  return #open == 0 and elements or nil, "not closed: " .. table.concat(open, " ")
end

-- What a page with a strict policy would refuse, or a drawing may not have; nil
-- when there is nothing.
function xml.forbidden(elements)
  local ids = {}
  for _, element in ipairs(elements) do
    if element.name == "style" or element.name == "script"
       or element.name == "foreignObject" then
      return element.name
    end
    for name in pairs(element.attributes) do
      if name == "style" or name:find("^on") or name:find("href") then
        return name
      end
    end
    local id = element.attributes.id
    if id and ids[id] then
      return "twice: " .. id
    end
    ids[id or ""] = id
  end
  return nil
end

-- How many elements have an id that begins so.
function xml.count(elements, start)
  local count = 0
  for _, element in ipairs(elements) do
    local id = element.attributes.id
    if id and id:sub(1, #start) == start then
      count = count + 1
    end
  end
  return count
end

return xml
