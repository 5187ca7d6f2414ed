// The grammar of Coex, for readers. The compiler's parser is written by hand; a test checks that the two
// accept the same texts.
//
// Line ends separate statements. Within ( ), [ ] and { } they do not count, and a run of them, with comments
// between, counts as one: whoever feeds the tokens to this grammar leaves out the others.
//
// Three rules are not in the grammar, because they are about reading, not about form:
// - A header without colon or line end reaches as far as it can: `if f (a, b) = t ~` calls `f`.
// - `name <` begins type arguments only if types, `>`, and then `(` or `.` follow.
// - Literals in braces have either names or expressions for keys, not both.

grammar Coex;

file
    : NL? (preamble NL?)* (declaration NL?)* EOF
    ;

preamble
    : 'import' (IDENTIFIER | STRING)
    | 'replace' IDENTIFIER 'with' IDENTIFIER ('.' IDENTIFIER)+
    | ('printing' | 'debugging') ('on' | 'off')?
    ;

declaration
    : annotation* signature block
    | 'extern' IDENTIFIER '(' parameters? ')' result? NL? close
    | 'type' IDENTIFIER generics? ':' NL? (member (NL member)*)? NL? close
    | 'trait' IDENTIFIER generics? ':' NL? (signature (NL signature)*)? NL? close
    | 'matrix' IDENTIFIER '[' expression (',' expression)? ']' ':' NL?
      (matrixClause (NL matrixClause)*)? NL? close
    ;

annotation
    : '@' IDENTIFIER ('(' STRING ')')? NL?
    ;

signature
    : kind IDENTIFIER generics? '(' parameters? ')' result?
    ;

kind
    : 'formula' | 'func' | 'task'
    ;

generics
    : '<' generic (',' generic)* '>'
    ;

generic
    : IDENTIFIER (':' IDENTIFIER ('+' IDENTIFIER)*)?
    ;

parameters
    : parameter (',' parameter)*
    ;

parameter
    : '_'? IDENTIFIER ':' type
    ;

result
    : '->' type
    ;

member
    : field
    | 'case' IDENTIFIER ('(' field (',' field)* ')')?
    | signature block
    ;

field
    : IDENTIFIER ':' type
    ;

matrixClause
    : 'type' ':' type
    | 'init' ':' expression
    | signature block
    ;

// Statements

block
    : ':'? body close
    ;

body
    : NL? (statement (separator statement)* separator?)?
    ;

separator
    : (NL | ';')+
    ;

close
    : '~' | 'end'
    ;

statement
    : 'const'? IDENTIFIER (':' type)? ('=' | ':=') expression
    | IDENTIFIER '=' 'for' bind 'in' expression ':'? NL? expression NL? close
    | '(' IDENTIFIER (',' IDENTIFIER)+ ')' '=' expression
    | 'if' expression ':'? body ('else' 'if' expression ':'? body)* ('else' ':'? body)? close
    | 'for' bind 'in' expression block
    | 'while' expression 'cycle'? block
    | 'match' expression NL? ('case' pattern ':' body close NL?)* close
    | 'select' ('fair' | 'random' | 'priority')? ('timeout' expression)? NL?
      ('case' IDENTIFIER '<-' expression block NL?)* close
    | 'within' expression ':'? body ('else' ':'? body)? close
    | 'return' expression?
    | 'break'
    | 'continue'
    | expression (('=' | ':=' | '+=' | '-=' | '*=' | '/=' | '%=') expression)?
    ;

bind
    : IDENTIFIER
    | '_'
    | '(' bind (',' bind)+ ')'
    ;

pattern
    : '-'? (INTEGER | FLOAT)
    | STRING | 'true' | 'false' | 'nil'
    | '_'
    | IDENTIFIER ('(' (IDENTIFIER | '_') (',' (IDENTIFIER | '_'))* ')')?
    ;

// Expressions, from the loosest operator to the tightest

expression
    : or ('?' expression (':' | ';' | '!') expression)?
    ;

or
    : and ('or' and)*
    ;

and
    : not ('and' not)*
    ;

not
    : 'not' not
    | coalesce
    ;

coalesce
    : comparison ('??' comparison)*
    ;

comparison
    : range (('==' | '!=' | '<' | '>' | '<=' | '>=') range)?
    ;

range
    : sum ('..' sum)?
    ;

sum
    : product (('+' | '-') product)*
    ;

product
    : unary (('*' | '/' | '%') unary)*
    ;

unary
    : ('-' | 'await') unary
    | postfix
    ;

// Type arguments of a name are followed by a call or a member; otherwise `<` compares.
postfix
    : primary (member_access | call | '[' (expression? ':' expression? | expression (',' expression)*) ']' | 'as' type)*
    | IDENTIFIER '<' type (',' type)* '>' (member_access | call)
      (member_access | call | '[' (expression? ':' expression? | expression (',' expression)*) ']' | 'as' type)*
    ;

member_access
    : '.' (IDENTIFIER | 'int' | 'float' | 'bool' | 'string' | 'byte' | 'char' | INTEGER | FLOAT)
    ;

call
    : '(' (argument (',' argument)*)? ')'
    ;

argument
    : (IDENTIFIER ':')? expression
    ;

primary
    : INTEGER | FLOAT | STRING | 'true' | 'false' | 'nil' | 'self' | 'cell'
    | IDENTIFIER
    | '(' expression ')'
    | '(' argument (',' argument)+ ')'
    | '[' (expression (',' expression)*)? ']'
    | '[' expression clause+ ']'
    | '{' '}'
    | '{' entry (',' entry)* '}'
    | '{' expression (',' expression)* '}'
    | '{' expression ':' expression clause+ '}'
    | '{' expression clause+ '}'
    | kind '(' parameters? ')' '=>' expression
    | 'llvm_ir' ('(' irBinding (',' irBinding)* ')')? ('->' register ':' IDENTIFIER)? TRIPLE
    ;

entry
    : expression ':' expression
    ;

clause
    : 'for' bind 'in' expression ('if' expression)?
    ;

irBinding
    : IDENTIFIER '->' register (':' IDENTIFIER)?
    ;

register
    : '%' IDENTIFIER
    ;

// Types

type
    : ( 'int' | 'float' | 'bool' | 'string' | 'byte' | 'char' | 'json'
      | 'atomic_int' | 'atomic_float' | 'atomic_bool'
      | IDENTIFIER ('.' IDENTIFIER)? ('<' type (',' type)* '>')?
      | '[' type ']'
      | '(' tupleElement (',' tupleElement)+ ')'
      | kind '(' (type (',' type)*)? ')' result?
      ) '?'?
    ;

tupleElement
    : (IDENTIFIER ':')? type
    ;

// Tokens

RESERVED
    : 'var'
    ;

IDENTIFIER
    : [a-zA-Z_] [a-zA-Z0-9_]*
    ;

INTEGER
    : [0-9]+
    | '0' [xX] [0-9a-fA-F]+
    | '0' [bB] [01]+
    ;

FLOAT
    : [0-9]+ '.' [0-9]+ EXPONENT?
    | [0-9]+ EXPONENT
    ;

fragment EXPONENT
    : [eE] [+-]? [0-9]+
    ;

STRING
    : '"' (~["\\\r\n] | ESCAPE)* '"'
    | '\'' (~['\\\r\n] | ESCAPE)* '\''
    ;

fragment ESCAPE
    : '\\' ([ntrbf\\"'] | 'x' HEX HEX | 'u' HEX HEX HEX HEX | [0-7] ([0-7] [0-7]?)?)
    ;

fragment HEX
    : [0-9a-fA-F]
    ;

TRIPLE
    : '"""' .*? '"""'
    | '\'\'\'' .*? '\'\'\''
    ;

// `##` encloses a block only if the second one is on a later line.
BLOCK_COMMENT
    : '##' (~[#\r\n] | '#' ~[#\r\n])* '#'? [\r\n] .*? '##' -> channel(HIDDEN)
    ;

LINE_COMMENT
    : '#' ~[\r\n]* -> channel(HIDDEN)
    ;

NL
    : [\r\n]+
    ;

SPACE
    : [ \t]+ -> skip
    ;
