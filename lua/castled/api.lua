---@meta
-- What a game script or a variant sees, with types, for editors that read
-- LuaCATS comments. Nothing runs this file. In words, with all that can go wrong:
-- scripts/REFERENCE.md.
--
--   ---@param game castled.Game
--   local function path_points(super, game, path)

-- luacheck: ignore 111 112 121 122 131 142 143 211 212 241

---Where a player is wanted: its table, or its seat's number.
---@alias castled.Player { seat: integer } | integer

---Plain data: what a state, a choice or an event consists of.
---@alias castled.Plain
---| string | integer | boolean | castled.Plain[] | table<string, castled.Plain>

---A text by language; one of the two will do.
---@class castled.Text
---@field en? string
---@field es? string

---@class castled.Term
---@field label string
---@field count integer
---@field each integer
---@field points integer

---@class castled.Place
---@field x integer
---@field y integer
---@field turns integer quarter turns clockwise

---A handle: what it says is true now.
---@class castled.Feature
---@field id integer what is kept in a state or a choice
---@field kind string
---@field tiles integer start spaces counted in
---@field start_spaces integer
---@field open integer
---@field complete boolean
---@field area integer letters of the pictures
---@field followers integer[] by seat
---@field leader? integer seat with most followers
---@field fountain integer
---@field market integer

---@class castled.Segment
---@field kind string
---@field column integer
---@field row integer
---@field feature castled.Feature
---@field followers integer on the whole feature

---@class castled.Placements
---@operator len: integer
local Placements = {}

---@param index integer from 1
---@return castled.Place
function Placements:at(index) end

---@class castled.Game
---@field rules table<string, function>
---@field options table<string, string|integer|boolean>
---@field variants string[]
---@field [string] castled.Plain
local Game = {}

---All places where the tile may be laid now.
---@param tile string
---@return castled.Placements
function Game:placements(tile) end

---Whether the tile may be laid there; if not, why.
---@param tile string
---@param x integer
---@param y integer
---@param turns integer
---@return true? may
---@return string? reason
function Game:may_lay(tile, x, y, turns) end

---Lays the tile.
---@param tile string
---@param x integer
---@param y integer
---@param turns integer
function Game:lay(tile, x, y, turns) end

---The tile in a space, and its turns.
---@param x integer
---@param y integer
---@return string? tile
---@return integer? turns
function Game:tile_at(x, y) end

---The segments of the tile that was laid last.
---@return castled.Segment[]
function Game:segments() end

---The largest area of empty spaces.
---@param count_starts boolean
---@return { spaces: integer, starts: integer, list: integer[][] }
function Game:largest_area(count_starts) end

---The features that the tile laid last completed.
---@return castled.Feature[]
function Game:completed() end

---The feature as it is now.
---@param feature castled.Feature | integer
---@return castled.Feature
function Game:feature(feature) end

---All features of a kind, or of all; with `held` those with followers.
---@param kind? string
---@param held? boolean
---@return castled.Feature[]
function Game:features(kind, held) end

---The features of a kind beside this one.
---@param feature castled.Feature | integer
---@param kind string
---@return castled.Feature[]
function Game:touching(feature, kind) end

---How many figures the player has at hand.
---@param player castled.Player
---@param figure? string
---@return integer
function Game:supply(player, figure) end

---Puts a follower on a segment of the tile laid last.
---@param player castled.Player
---@param column integer
---@param row integer
---@return { x: integer, y: integer, kind: string }
function Game:place_follower(player, column, row) end

---All followers on the feature go back to their owners.
---@param feature castled.Feature | integer
---@return { seat: integer, x: integer, y: integer, kind: string, column: integer, row: integer }[]
function Game:return_followers(feature) end

---How many items the pile has left.
---@param pile string
---@return integer
function Game:left(pile) end

---Which items the pile may have left: those in hands too, but for the hand that
---can be looked at.
---@param pile string
---@return string[]
function Game:items_left(pile) end

---An item that was drawn can be drawn again, unless it lies in a hand.
---@param pile string
---@param item string
function Game:put_back(pile, item) end

---How many items the player holds unseen.
---@param player castled.Player
---@return integer
function Game:hand_count(player) end

---What the player holds; only while this player is asked, and in its view.
---@param player castled.Player
---@return { pile: string, item: string }[]
function Game:hand(player) end

---Takes an item out of the hand, for all to see.
---@param player castled.Player
---@param pile string
---@param item string
function Game:take_from_hand(player, pile, item) end

---Tells everybody what happened.
---@param name string
---@param fields table<string, any>
function Game:event(name, fields) end

---What `draw` of a step of chance wants.
---@class castled.Request
---@field pile? string
---@field hand? castled.Player
---@field roll? string
---@field sides? integer
---@field [string] any

---@class castled.Step
---@field name string
---@field rules? string[]
---@field next? fun(game: castled.Game): string?

---@class castled.AutomaticStep: castled.Step
---@field apply fun(game: castled.Game)

---@class castled.AskStep: castled.Step
---@field player fun(game: castled.Game): castled.Player?
---@field choices fun(game: castled.Game, player: any): table[] | castled.Placements | nil
---@field apply fun(game: castled.Game, player: any, choice: table)

---@class castled.ChanceStep: castled.Step
---@field draw fun(game: castled.Game): castled.Request?
---@field apply fun(game: castled.Game, outcome: string|integer|nil, request: castled.Request)

---`require "castled.step"`
---@class castled.step
local step = {}

---@param given castled.AutomaticStep
---@return castled.Step
function step.automatic(given) end

---@param given castled.AskStep
---@return castled.Step
function step.ask(given) end

---@param given castled.ChanceStep
---@return castled.Step
function step.chance(given) end

---`require "castled.score"`
---@class castled.score
local score = {}

---@param label string
---@param count integer
---@param each integer
---@return castled.Term
function score.term(label, count, each) end

---@param terms castled.Term[]
---@return integer
function score.total(terms) end

---`require "castled.rule"`
---@alias castled.rule fun(numbers: string, says: string, call: function): table

---@class castled.Option
---@field type "integer" | "boolean" | "choice"
---@field title castled.Text
---@field summary? castled.Text
---@field default integer | boolean | string
---@field min? integer
---@field max? integer
---@field values? string[]

---@class castled.Changes
---@field replace? table<string, castled.Step>
---@field before? table<string, castled.Step>
---@field after? table<string, castled.Step>

---`require "castled.variant"` is `fun(given: castled.Variant): castled.Variant`.
---@class castled.Variant
---@field name string
---@field title castled.Text
---@field summary castled.Text
---@field needs { api: integer, game: string }
---@field group? string
---@field numbers? string[]
---@field rules? table<string, function>
---@field steps? castled.Changes
---@field set? table<string, integer | boolean | string>
---@field options? table<string, castled.Option>
---@field events? table<string, string>
---@field tiles? { name: string, picture: string }[]
---@field plan? table | string
---@field texts? table<string, table<string, table<string, string | string[]>>>

---Writes a line for whoever runs the game.
function log(...) end

---The list of the pieces between separators.
---@param s string
---@param separator string
---@return string[]
function string.split(s, separator) end
