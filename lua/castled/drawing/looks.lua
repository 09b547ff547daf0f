-- How kinds, marks and letters that belong to no segment are drawn. A kind
-- that is not here gets one of the neutral looks, so that any game is drawn from
-- its description.
--
--   form     "ground": all that is not something else; "line": from edge to
--            edge along the letters; "area": an outline around them
--   fill     a colour of paint.lua, or the id of a pattern ("#masonry")
--   edge     the colour of its outline
--   on       what stands on its letters: "roofs", "keep"
--   figure   the follower that stands there

local looks = {}

local KINDS = {
  path      = { form = "line", fill = "path", edge = "path_edge",
                figure = "herald" },
  road      = { form = "line", fill = "path", edge = "path_edge",
                figure = "herald" },
  house     = { form = "area", fill = "roof_base", edge = "house_edge",
                on = "roofs", figure = "squire" },
  tower     = { form = "area", fill = "#masonry", edge = "stone_edge",
                on = "keep", is_crenelled = true, figure = "knight" },
  city      = { form = "area", fill = "city", edge = "city_edge",
                on = "roofs", is_crenelled = true, figure = "knight" },
  court     = { form = "ground", fill = "#turf", figure = "merchant" },
  field     = { form = "ground", fill = "#turf", figure = "merchant" },
  monastery = { form = "area", fill = "roof_base", edge = "house_edge",
                on = "roofs", figure = "squire" },
}
KINDS.farm = KINDS.field
KINDS.cloister = KINDS.monastery

local MARKS = {
  market = "market", fountain = "fountain", well = "fountain",
  pennant = "pennant", shield = "pennant",
}

local NEUTRAL_COUNT = 4

-- The looks of an alphabet's kinds, by name; and its ground, or nil.
function looks.of(alphabet)
  local by_kind, ground, neutral = {}, nil, 0
  for _, kind in ipairs(alphabet.kinds) do
    local look = KINDS[kind.name]
    if not look then
      look = { form = "area", fill = "neutral_" .. neutral % NEUTRAL_COUNT + 1,
               edge = "neutral_edge", texture = neutral % NEUTRAL_COUNT + 1 }
      neutral = neutral + 1
    end
    by_kind[kind.name] = look
    ground = ground or look.form == "ground" and look
  end
  return by_kind, ground
end

-- The picture of a mark: a function's name in signs.lua.
function looks.mark(name)
  return MARKS[name] or "token"
end

return looks
