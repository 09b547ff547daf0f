-- What a page shows of a part after the messages that it was sent: the last inside
-- of that id, or nil.
return function(messages, id)
  local shown
  for _, message in ipairs(messages) do
    for _, operation in ipairs(message.show or {}) do
      shown = operation.id == id and operation.html or shown
    end
  end
  return shown
end
