-- expect: works
-- P16. 64 KiB elseif chain
return 'local a if a then '..('elseif a then '):rep(4600)..'end'
