// Before the first paint: the colours that the player chose. Run at once, not a
// module, so that a dark page never flashes white.
{
  let theme = null;
  try {
    theme = localStorage.getItem("castled.theme");
  } catch {
    // Storage is refused: the system's colours.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
}
