return { en = {}, es = {} }
