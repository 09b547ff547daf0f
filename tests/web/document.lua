-- A page as a browser has it: a tree of elements that operations change, as
-- lua/web/static/apply.js does it.

local document = {}
document.__index = document

local EMPTY = { input = true, br = true, hr = true, img = true }

local function new_element(name, attributes)
  return { name = name, attributes = attributes, children = {} }
end

local function read_attributes(text)
  local attributes, at = {}, 1
  while true do
    local from, to, name = text:find("^%s*([%w:_-]+)", at)
    if not from then
      return attributes
    end
    at = to + 1
    local _, stop, _, value = text:find("^=([\"'])(.-)%1", at)
    assert(attributes[name] == nil, "an attribute twice: " .. name)
    attributes[name] = value or ""
    at = stop and stop + 1 or at
  end
end

local function add_text(element, text)
  assert(not text:find("[<>]"), "a bracket in a text: " .. text)
  if text ~= "" then
    element.children[#element.children + 1] = text
  end
end

-- The elements and texts of markup, as an element without a name.
function document.parse(markup)
  local root = new_element("", {})
  local open, at = { root }, 1
  while true do
    local from, to, inside = markup:find("<([^>]*)>", at)
    add_text(open[#open], markup:sub(at, (from or #markup + 1) - 1))
    if not from then
      assert(#open == 1, "not closed: " .. open[#open].name)
      return root
    end
    at = to + 1
    if inside:sub(1, 1) == "/" then
      local closed = table.remove(open)
      assert(closed.name == inside:sub(2),
             "closed before it was opened: " .. inside .. ", not " .. closed.name)
    else
      local name, rest = inside:match("^([%w]+)(.-)/?$")
      local element = new_element(name, read_attributes(rest))
      table.insert(open[#open].children, element)
      if not EMPTY[name] and inside:sub(-1) ~= "/" then
        open[#open + 1] = element
      end
    end
  end
end

function document.new()
  return setmetatable({ root = document.parse('<main id="main"></main>') },
                      document)
end

-- The element with an id, and the one around it and its place there.
local function find(element, id)
  for index, child in ipairs(element.children) do
    if type(child) == "table" then
      if child.attributes.id == id then
        return child, element, index
      end
      local found, around, at = find(child, id)
      if found then
        return found, around, at
      end
    end
  end
  return nil
end

function document:find(id)
  return find(self.root, id)
end

-- Carries out one operation; false when it is about nothing that is there.
function document:perform(operation)
  local element, around, index = self:find(operation.id)
  if operation.svg then
    local piece = document.parse(operation.svg).children[1]
    local layer = operation.layer and self:find("layer-" .. operation.layer)
    if element then
      around.children[index] = piece
    elseif layer then
      table.insert(layer.children, piece)
    end
    return element or layer
  elseif operation.layer or operation.gone then
    return element and table.remove(around.children, index)
  elseif not element then
    return false
  elseif operation.class then
    element.attributes.class = operation.class
  elseif operation.append then
    table.move(document.parse(operation.append).children, 1, 1000,
               #element.children + 1, element.children)
  else
    element.children = document.parse(operation.html).children
  end
  return true
end

local function sorted(list)
  table.sort(list)
  return list
end

-- A text that is equal for pages that look the same: pieces of a layer have no
-- order of their own.
function document.written(element)
  if type(element) == "string" then
    return element
  end
  local attributes, children = {}, {}
  for name, value in pairs(element.attributes) do
    attributes[#attributes + 1] = (" %s=%q"):format(name, value)
  end
  for index, child in ipairs(element.children) do
    children[index] = document.written(child)
  end
  if (element.attributes.id or ""):find("^layer%-") then
    sorted(children)
  end
  return "<" .. element.name .. table.concat(sorted(attributes)) .. ">\n"
         .. table.concat(children) .. "</" .. element.name .. ">\n"
end

return document
