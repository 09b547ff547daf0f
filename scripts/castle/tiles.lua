-- The castle's 60 tiles (CS-02), drawn with north on top. What the letters
-- mean is in alphabet.lua.

local PICTURES = {
  "c01   c02   c03   c04   c05   c06",
  ".HHHH .HHHH .HHHH .TTTT .HHH. MHHH.",
  "..H.H T.H.H ..H.H ..T.T ..H.T ..H..",
  "...HH TT.HH ...HH ...TT ...TT .....",
  "....H T.T.H ..H.H ....T ..H.T ..T..",
  "..... TTTT. .HHHH M.... .HHH. .TTT.",
  "c07   c08   c09   c10   c11   c12",
  ".HHH. .TTT. .HHHH .TTTT ....M ....M",
  "..H.. ..T.. ..H.H ..T.T ..... .....",
  "..H.. ..... ...HH ...TT ..... .....",
  "..H.. ..T.. ..T.H ..H.T ..H.. ..T..",
  ".HHH. .TTT. .TTT. MHHH. .HHH. .TTT.",
  "c13   c14   c15   c16   c17   c18",
  ".HHH. .HHH. M.P.. ..P.. ..P.. ..P..",
  "..H.T ..H.T ..P.. H.P.H H.P.T ..P.T",
  "...TT ...TT ..H.. HHHHH HHTTT ..HTT",
  "....T ..T.T ..H.. H.H.H H.T.T ..H.T",
  "M.... .TTTT .HHH. HHHHH .TTTT .HHH.",
  "c19   c20   c21   c22   c23   c24",
  "..P.. ..P.. ..P.. ..P.. ..P.. ..P..",
  "..P.H T.P.H ..P.. ..P.H ..P.T H.P.H",
  "..THH TTSHH ..P.. ..PHH ..FTT HHPHH",
  "..T.H T...H ..P.. ..P.H ..P.T H.P.H",
  ".TTT. ....M ..P.. ..P.. ..P.. ..P..",
  "c25   c26   c27   c28   c29   c30",
  "..P.. ..P.. ..P.. ..P.M ..P.. ..P..",
  "T.P.H ..P.. ..P.H ..P.. T.P.T ..P.T",
  "TTPHH ..F.. ..FHH ..P.. TTPTT ..PTT",
  "T.P.H ..P.. ..P.H ..P.. T.P.T ..P.T",
  "..P.. ..P.. ..P.. ..P.. ..P.. ..P..",
  "c31   c32   c33   c34   c35   c36",
  "..P.. ..P.. ..P.. ..P.. ..P.. ..P..",
  "..P.. H.P.. T.P.. ..P.. H.P.. ..P..",
  "..PPP HHPPP TTPPP ..PPP HHPPP ..PPP",
  "..... H.H.. T.T.. ..H.. H.... ..T..",
  "..... HHHH. TTTT. .HHH. ....M .TTT.",
  "c37   c38   c39   c40   c41   c42",
  "..P.. ..P.. ..P.. ..P.. ..P.. ..P..",
  "T.P.. T.P.. H.P.. ..P.. H.P.. ..P..",
  "TTPPP TTPPP HHPPP ..FPP HHPPP ..PPP",
  "T.... T.H.. H.T.. ..... H.H.. .....",
  "..... .HHH. .TTT. M.... .HHH. M....",
  "c43   c44   c45   c46   c47   c48",
  "..P.. M.P.. ..P.. ..P.M ..P.. ..P..",
  "..P.. ..P.. H.P.. H.P.. T.P.. T.P..",
  "..SPP ..SPP HHSPP HHSPP TTSPP TTFPP",
  "..P.. ..P.. H.P.. H.P.. T.P.. T.P..",
  "..P.. ..P.. ..P.. ..P.. ..P.. ..P..",
  "c49   c50   c51   c52   c53   c54",
  "..P.. ..P.M ..P.. ..P.. ..P.M ..P..",
  "..P.. ..P.. H.P.. T.P.. ..P.. H.P..",
  "..PPP ..PPP HHPPP TTPPP ..SPP HHFPP",
  "..P.. ..P.. H.P.. T.P.. ..P.. H.P..",
  "..P.. ..P.. ..P.. ..P.M ..P.. ..P..",
  "c55   c56   c57   c58   c59   c60",
  "..P.. ..P.M ..P.. ..P.. ..P.. M.P..",
  "..P.. ..P.. ..P.. ..P.. ..P.. ..P..",
  "PPSPP PPSPP PPPPP PPPPP PPFPP PPFPP",
  "..P.. ..P.. ..P.. ..P.. ..P.. ..P..",
  "..P.. ..P.. ..P.. M.P.. ..P.. ..P..",
}

local TILES_A_ROW = 6
local LINES_A_ROW = 6

local tiles = {}
for first = 1, #PICTURES, LINES_A_ROW do
  local names = string.split(PICTURES[first], " ")
  local columns = {}
  for line = first + 1, first + LINES_A_ROW - 1 do
    for column, letters in ipairs(string.split(PICTURES[line], " ")) do
      columns[column] = (columns[column] or "") .. letters
    end
  end
  local column = 0
  for _, name in ipairs(names) do
    if name ~= "" then
      column = column + 1
      tiles[#tiles + 1] = { name = name, picture = columns[column] }
    end
  end
  assert(column == TILES_A_ROW, "a row of tiles is incomplete")
end

return tiles
