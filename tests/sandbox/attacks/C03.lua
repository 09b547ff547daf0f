-- expect: killed: instructions
-- C03. Goto loop
::a:: goto a
