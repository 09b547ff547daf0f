-- Each room of the top level has a README.md, and each folder in it that the
-- layout names (DESIGN.md, section 1) has one too or is explained in it.

local tree = dofile "tests/house/tree.lua"
local root = arg[1] or "."

local ROOMS = {
  core     = {}, -- its folders are layers: see LAYERS in layers.lua
  lua      = { "terminal", "web", "bots", "castled" },
  scripts  = { "kit" },
  variants = {},
  tests    = { "core", "rules", "sandbox", "golden", "verify", "fuzz", "net",
               "web", "bench", "house" },
}

local count = 0
for room, folders in pairs(ROOMS) do
  local readme = room .. "/README.md"
  local is_there = #tree.files(root, room, "*") > 0
  local text = ""
  if is_there then
    count = count + 1
    if tree.exists(root, readme) then
      text = tree.read(root, readme)
    else
      tree.complain(readme, nil, "is missing: what lives in %s/, and how to "
        .. "add to it", room)
    end
  end
  for _, folder in ipairs(folders) do
    local path = room .. "/" .. folder
    if #tree.files(root, path, "*") > 0 then
      count = count + 1
      if not tree.exists(root, path .. "/README.md")
          and not text:find("%f[%w]" .. folder .. "/") then
        tree.complain(path, nil, "has no README.md and is not in %s", readme)
      end
    end
  end
end

if not tree.exists(root, "README.md") then
  tree.complain("README.md", nil, "is missing")
end
tree.finish(count .. " folders")
