-- All words of The Castle, by language. The rules say keys ("tile_placed",
-- "tower", "markets"); frontends look them up here and fill the texts in.
--
-- A language has sections; each has a text, or a list of lines, for each key:
--   events, terms, choices   by event, label of a score's term, step
--   questions                what a step asks its player
--   status                   how the game stands: `player` for each player,
--                            from the view's players; `table` from the view
--   sums                     what points came from, by event and reason or kind
--   how_to                   how the game is played: `lines`
--   paragraphs               has a key for each event that begins a new paragraph
--   letters                  what each letter of a tile's picture is
--   final                    has a key for each event of the final scoring
--   and any list of words that a text names, as {player:seats} does.
--
-- In a text, braces hold a field of what is told of; fields within fields and
-- items of lists have dots (game.turn, spaces.1):
--   {x}                      its value; lists with commas between
--   {player:seats}           the word for it in the section `seats`; "null" is
--                            the key for none. A list is looked up item by
--                            item, and an item that has a `label` by that
--   {x|tile|tiles}           one of two words: for 1, and for all else
--   {x?yes|no}               one of two texts: x is there and not false, 0 or
--                            empty, or it is not; "|no" may be left out
--   {#spaces}                how many items; {score%100}: the rest of a division
-- What stands between bars is a text itself. A variant that brings events,
-- terms or steps of its own brings texts in the same form, and may replace any.
--
-- Frontends add to what the rules tell: to events with points score_before and
-- score_after of the player, and `named` where the player (or the winner, or who
-- begins) is called by a name for a colour; to choices of a segment its kind and
-- sides, and of its feature the tiles, the marks by name and whether it is
-- complete; to choices of a feature its spaces; to questions the player and the
-- view.
--
-- So a question may name {player}, and {game...}, {left...}, {board}, {followers},
-- {hand} and {hand_counts} of the view, and a choice what the step's `choices` gave
-- it: options and rules are in neither.

return {
  en = require "castle.texts_en",
  es = require "castle.texts_es",
}
