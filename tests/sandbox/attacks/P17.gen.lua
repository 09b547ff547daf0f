-- expect: works
-- P17. 64 KiB and-chain
return 'local a return '..('a and '):rep(10900)..'a'
