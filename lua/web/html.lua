-- HTML as values: what is a text becomes text, whatever is in it; only what was
-- made here is markup. So what users typed can never become markup by mistake.
--
--   html.p { class = "says", "5 < 6, ", html.b { "bold" } }
--
-- Each element is a function of its attributes and children. `_` in an
-- attribute's name stands for `-`; true is an attribute without a value, false
-- and nil are none. A child may be a text, a number, markup, or a list of
-- children; write false where there is none.

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;",
                  ['"'] = "&quot;", ["'"] = "&#39;" }

-- Elements that have no inside.
local EMPTY = { br = true, hr = true, img = true, input = true, link = true,
                meta = true, wbr = true }

local markup = { __name = "markup" }

function markup:__tostring()
  return self.text
end

local html = {}

-- A text as it is written in HTML, between elements and in attributes.
function html.escape(text)
  return (tostring(text):gsub("[&<>\"']", ESCAPES))
end

-- Text that is markup already: a drawing, or what this module made.
function html.raw(text)
  return setmetatable({ text = text }, markup)
end

-- Whether a value is markup.
function html.is_markup(value)
  return getmetatable(value) == markup
end

local function add_children(parts, children)
  for index = 1, #children do
    local child = children[index]
    if getmetatable(child) == markup then
      parts[#parts + 1] = child.text
    elseif type(child) == "table" then
      add_children(parts, child)
    elseif child then
      parts[#parts + 1] = html.escape(child)
    end
  end
end

local function add_attributes(parts, attributes)
  local names = {}
  for name, value in pairs(attributes) do
    if type(name) == "string" and value then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local value = attributes[name]
    parts[#parts + 1] = " " .. name:gsub("_", "-")
    if value ~= true then
      parts[#parts + 1] = '="' .. html.escape(value) .. '"'
    end
  end
end

-- An element of any name; `inside` has attributes and children.
function html.element(name, inside)
  local parts = { "<" .. name }
  add_attributes(parts, inside)
  parts[#parts + 1] = ">"
  if not EMPTY[name] then
    add_children(parts, inside)
    parts[#parts + 1] = "</" .. name .. ">"
  end
  return html.raw(table.concat(parts))
end

-- Several children behind each other, without an element of their own.
function html.join(children)
  local parts = {}
  add_children(parts, children)
  return html.raw(table.concat(parts))
end

return setmetatable(html, {
  __index = function(self, name)
    local function element(inside)
      return html.element(name, inside)
    end
    self[name] = element
    return element
  end,
})
