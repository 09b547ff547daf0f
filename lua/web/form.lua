-- Forms as HTML, from what is chosen now. words_en.lua has a text KEY and its
-- explanation KEY_says for each.

local html = require "web.html"

local form = {}

-- One choice of a radio group or a checkbox, with what it means.
-- `choice` has type, name, value, title, perhaps text, badge, checked, disabled.
function form.option(choice)
  return html.label { class = "option",
    html.input { type = choice.type, name = choice.name, value = choice.value,
                 checked = choice.checked, disabled = choice.disabled },
    html.span { class = "option-title", choice.title,
      choice.badge and { " ", html.span { class = "badge quiet", choice.badge } } },
    choice.text and html.span { class = "option-text", choice.text },
  }
end

-- A group of which one is chosen. `group` has legend, name, chosen, choices (each
-- value, title, perhaps text, badge); `across` for short ones, `is_headed` when a
-- heading above says what the legend says.
function form.radios(group)
  local options = {}
  for index, choice in ipairs(group.choices) do
    options[index] = form.option {
      type = "radio", name = group.name, value = choice.value,
      title = choice.title, text = choice.text or false,
      badge = choice.badge or false, checked = choice.value == group.chosen,
    }
  end
  return html.fieldset { class = "group",
    aria_label = group.is_headed and group.legend,
    not group.is_headed and html.legend { group.legend },
    html.div { class = group.across and "options across" or "options", options } }
end

-- A field with its label and explanation; `input` is markup with the id `id`.
function form.field(id, label, input, says)
  return html.div { class = "field", html.label { ["for"] = id, label }, input,
                    says and html.p { class = "help", says } }
end

-- A list to choose from: `choices` are { value, text }.
function form.select(name, choices, chosen)
  local options = {}
  for index, choice in ipairs(choices) do
    options[index] = html.option { value = choice[1],
                                   selected = choice[1] == chosen, choice[2] }
  end
  return html.select { id = name, name = name, options }
end

-- What is wrong, as a sentence.
function form.trouble(text)
  return html.p { class = "conflict", role = "alert", text }
end

return form
