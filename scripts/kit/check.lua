-- What the constructors of this folder share: they refuse a table that is not
-- what its kind of thing must be, with a sentence that names the field.

local check = {}

-- Raises unless every field of `value` is declared in `fields` with the type
-- it has, and every field marked "!" is there. `what` names the thing. A type
-- may be several, as in "table|function".
function check.fields(what, value, fields)
  assert(type(value) == "table", what .. " must be a table, not a " .. type(value))
  for name, given in pairs(value) do
    local wanted = fields[name]
    if not wanted then
      local known = {}
      for field in pairs(fields) do
        known[#known + 1] = field
      end
      error(what .. " has no field '" .. tostring(name) .. "'; its fields are: "
            .. table.concat(known, ", "), 0)
    end
    local fits = false
    for _, kind in ipairs(string.split(string.split(wanted, "!")[1], "|")) do
      fits = fits or type(given) == kind
    end
    if not fits then
      error(what .. ": field '" .. name .. "' must be a "
            .. string.split(wanted, "!")[1] .. ", not a " .. type(given), 0)
    end
  end
  for name, wanted in pairs(fields) do
    if string.find(wanted, "!") and value[name] == nil then
      error(what .. " needs the field '" .. name .. "'", 0)
    end
  end
  return value
end

-- Raises unless `value` is a table with a text for each language that the
-- product speaks.
function check.texts(what, value)
  check.fields(what, value, { en = "string!", es = "string!" })
end

return check
