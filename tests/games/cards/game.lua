-- A game for tests, with what The Castle lacks: no board, hands that others
-- do not see, items that go back into the pile, rolls in the middle. Each
-- player draws a card unseen, plays one of the hand, and rolls: on a 6 the
-- card goes back into the pile. The higher sum of cards played wins.

local game = require "castled.game"
local rule = require "castled.rule"
local step = require "castled.step"

local HAND = 2

local draw_card = step.chance {
  name = "draw_card",
  draw = function(table_)
    local seat = table_.seat_on_turn
    if table_:hand_count(seat) >= HAND or table_:left("cards") == 0 then
      return nil
    end
    return { pile = "cards", hand = seat }
  end,
  apply = function(table_, item)
    assert(item == nil, "what goes to a hand is not shown")
    table_:event("card_drawn", { player = table_.seat_on_turn })
  end,
}

local play_card = step.ask {
  name = "play_card",
  player = function(table_)
    return table_:hand_count(table_.seat_on_turn) > 0 and table_.seat_on_turn
  end,
  choices = function(table_, player)
    local list = {}
    for _, card in ipairs(table_:hand(player)) do
      list[#list + 1] = { card = card.item }
    end
    return list
  end,
  apply = function(table_, player, choice)
    table_:take_from_hand(player, "cards", choice.card)
    table_.played = choice.card
    table_.sums[player] = table_.sums[player]
                          + table_.rules.value(table_, choice.card)
    table_:event("card_played", { player = player, card = choice.card })
  end,
}

local roll_die = step.chance {
  name = "roll_die",
  draw = function(table_)
    return table_.played and { roll = "die", sides = 6 }
  end,
  apply = function(table_, value)
    if value == 6 then
      table_:put_back("cards", table_.played)
    end
    table_.rolled[#table_.rolled + 1] = value
    table_.played = nil
  end,
}

local next_player = step.automatic {
  name = "next_player",
  apply = function(table_)
    table_.seat_on_turn = table_.seat_on_turn % 3 + 1
    table_.turns = table_.turns + 1
  end,
  next = function(table_)
    return table_.turns >= table_.options.turns and "final" or nil
  end,
}

return game {
  name = "cards",
  api = 1,
  title = { en = "Cards", es = "Cartas" },
  summary = { en = "A game for tests.", es = "Un juego para pruebas." },
  seats = { "red", "green", "blue" },
  figures = {},
  piles = { { name = "cards", items = { "1", "2", "3", "4", "5", "6", "7",
                                        "8", "9", "10", "11", "12" } } },
  options = {
    turns = { type = "integer", min = 1, max = 99, default = 12,
              title = { en = "Turns", es = "Turnos" } },
  },
  groups = {},
  events = { card_drawn = "player", card_played = "player card" },
  texts = { en = {}, es = {} },
  rules = {
    value = rule("CA-01", "A card is worth its number.", function(_, card)
      return tonumber(card)
    end),
  },
  setup = function(table_)
    table_.seat_on_turn, table_.turns = 1, 0
    table_.sums, table_.rolled = { 0, 0, 0 }, {}
  end,
  turn = { draw_card, play_card, roll_die, next_player },
  final = {},
  view = function(table_, seat)
    local hand = {}
    if seat then
      for index, card in ipairs(table_:hand(seat)) do
        hand[index] = card.item
      end
    end
    return { sums = table_.sums, hand = hand }
  end,
  result = function(table_)
    local best, winner = -1, nil
    for seat, sum in ipairs(table_.sums) do
      if sum > best then
        best, winner = sum, seat
      elseif sum == best then
        winner = nil
      end
    end
    return { scores = table_.sums, winner = winner }
  end,
}
