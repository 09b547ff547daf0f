-- HTML as values: what is a text stays text.

local check = require "check"
local html  = require "web.html"

local NASTY = [[<img src=x onerror="alert('x')"> & </script>]]
local HARMLESS = "&lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt; &amp; "
                 .. "&lt;/script&gt;"

local function is(name, markup, expected)
  check.equal(name, tostring(markup), expected)
end

check.equal("escape", html.escape(NASTY), HARMLESS)
is("text is escaped", html.p { NASTY }, "<p>" .. HARMLESS .. "</p>")
is("so is an attribute", html.p { title = NASTY },
   '<p title="' .. HARMLESS .. '"></p>')
is("markup is not", html.p { html.b { "a < b" } }, "<p><b>a &lt; b</b></p>")
is("nor is what is raw", html.p { html.raw("<svg/>") }, "<p><svg/></p>")
is("lists are their items", html.ul { { html.li { 1 }, { html.li { 2 } } } },
   "<ul><li>1</li><li>2</li></ul>")
is("false is nothing", html.p { false, "a", false }, "<p>a</p>")
is("attributes in order, with hyphens",
   html.input { type = "text", data_do = "x", aria_label = "y" },
   '<input aria-label="y" data-do="x" type="text">')
is("true has no value, false is not there",
   html.input { required = true, checked = false, name = "n" },
   '<input name="n" required>')
is("numbers", html.td { colspan = 2, 7 }, '<td colspan="2">7</td>')
is("joined", html.join { "a&", html.i { "b" } }, "a&amp;<i>b</i>")
check.that("markup is known", html.is_markup(html.p {})
           and not html.is_markup("<p>") and not html.is_markup {})
