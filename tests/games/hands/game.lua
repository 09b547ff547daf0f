-- A game for tests, of what lies in a hand: one of two cards goes to black
-- unseen, and white may turn the other one over. A good one is worth ten
-- points to white, a bad one takes ten.

local game = require "castled.game"
local step = require "castled.step"

local WORTH = { good = 10, bad = -10 }

local deal = step.chance {
  name = "deal",
  draw = function(table_)
    return not table_.dealt and { pile = "cards", hand = 2 } or nil
  end,
  apply = function(table_)
    table_.dealt = true
  end,
}

local turn_over = step.ask {
  name = "turn_over",
  player = function()
    return 1
  end,
  choices = function()
    return { { pass = true }, { turn = true } }
  end,
  apply = function(table_, _, choice)
    table_.turns = choice.turn
  end,
}

local card = step.chance {
  name = "card",
  draw = function(table_)
    return table_.turns and { pile = "cards" } or nil
  end,
  apply = function(table_, item)
    table_.turns, table_.score = nil, WORTH[item]
  end,
  next = function()
    return "final"
  end,
}

return game {
  name = "hands",
  api = 1,
  title = { en = "Hands", es = "Manos" },
  summary = { en = "A game for tests.", es = "Un juego para pruebas." },
  seats = { "white", "black" },
  figures = {},
  piles = { { name = "cards", items = { "good", "bad" } } },
  options = {},
  groups = {},
  events = {},
  texts = { en = {}, es = {} },
  rules = {},
  setup = function(table_)
    table_.score = 0
  end,
  turn = { deal, turn_over, card },
  final = {},
  view = function(table_)
    return table_:items_left("cards")
  end,
  result = function(table_)
    return { scores = { table_.score, 0 } }
  end,
  estimate = function(table_)
    return { 100 * table_.score + 1, 0 }
  end,
}
