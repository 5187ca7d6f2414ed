package coex.language.syntax;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The kinds of tokens, and how they are spelled.
public enum TokenKind {
    IDENTIFIER(Group.VARYING, "a name"),
    INTEGER(Group.VARYING, "a number"),
    FLOAT(Group.VARYING, "a number"),
    STRING(Group.VARYING, "a string"),
    TRIPLE_STRING(Group.VARYING, "a triple-quoted text"),
    NEWLINE(Group.VARYING, "the end of the line"),
    END_OF_FILE(Group.VARYING, "the end of the file"),

    AND(Group.WORD, "and"),
    AS(Group.WORD, "as"),
    ATOMIC_BOOL(Group.WORD, "atomic_bool"),
    ATOMIC_FLOAT(Group.WORD, "atomic_float"),
    ATOMIC_INT(Group.WORD, "atomic_int"),
    AWAIT(Group.WORD, "await"),
    BOOL(Group.WORD, "bool"),
    BREAK(Group.WORD, "break"),
    BYTE(Group.WORD, "byte"),
    CASE(Group.WORD, "case"),
    CELL(Group.WORD, "cell"),
    CHAR(Group.WORD, "char"),
    CONST(Group.WORD, "const"),
    CONTINUE(Group.WORD, "continue"),
    CYCLE(Group.WORD, "cycle"),
    DEBUGGING(Group.WORD, "debugging"),
    ELSE(Group.WORD, "else"),
    END(Group.WORD, "end"),
    EXTERN(Group.WORD, "extern"),
    FAIR(Group.WORD, "fair"),
    FALSE(Group.WORD, "false"),
    FLOAT_TYPE(Group.WORD, "float"),
    FOR(Group.WORD, "for"),
    FORMULA(Group.WORD, "formula"),
    FUNC(Group.WORD, "func"),
    IF(Group.WORD, "if"),
    IMPORT(Group.WORD, "import"),
    IN(Group.WORD, "in"),
    INIT(Group.WORD, "init"),
    INT(Group.WORD, "int"),
    JSON(Group.WORD, "json"),
    LLVM_IR(Group.WORD, "llvm_ir"),
    MATCH(Group.WORD, "match"),
    MATRIX(Group.WORD, "matrix"),
    NIL(Group.WORD, "nil"),
    NOT(Group.WORD, "not"),
    OFF(Group.WORD, "off"),
    ON(Group.WORD, "on"),
    OR(Group.WORD, "or"),
    PRINTING(Group.WORD, "printing"),
    PRIORITY(Group.WORD, "priority"),
    RANDOM(Group.WORD, "random"),
    REPLACE(Group.WORD, "replace"),
    RETURN(Group.WORD, "return"),
    SELECT(Group.WORD, "select"),
    SELF(Group.WORD, "self"),
    STRING_TYPE(Group.WORD, "string"),
    TASK(Group.WORD, "task"),
    TIMEOUT(Group.WORD, "timeout"),
    TRAIT(Group.WORD, "trait"),
    TRUE(Group.WORD, "true"),
    TYPE(Group.WORD, "type"),
    VAR(Group.WORD, "var"),
    WHILE(Group.WORD, "while"),
    WITH(Group.WORD, "with"),
    WITHIN(Group.WORD, "within"),

    PLUS(Group.MARK, "+"),
    MINUS(Group.MARK, "-"),
    STAR(Group.MARK, "*"),
    SLASH(Group.MARK, "/"),
    PERCENT(Group.MARK, "%"),
    EQUAL(Group.MARK, "=="),
    NOT_EQUAL(Group.MARK, "!="),
    LESS(Group.MARK, "<"),
    GREATER(Group.MARK, ">"),
    LESS_EQUAL(Group.MARK, "<="),
    GREATER_EQUAL(Group.MARK, ">="),
    ASSIGN(Group.MARK, "="),
    MOVE(Group.MARK, ":="),
    PLUS_ASSIGN(Group.MARK, "+="),
    MINUS_ASSIGN(Group.MARK, "-="),
    STAR_ASSIGN(Group.MARK, "*="),
    SLASH_ASSIGN(Group.MARK, "/="),
    PERCENT_ASSIGN(Group.MARK, "%="),
    RANGE(Group.MARK, ".."),
    COALESCE(Group.MARK, "??"),
    QUESTION(Group.MARK, "?"),
    EXCLAMATION(Group.MARK, "!"),
    ARROW(Group.MARK, "->"),
    FAT_ARROW(Group.MARK, "=>"),
    RECEIVE(Group.MARK, "<-"),
    DOT(Group.MARK, "."),
    COMMA(Group.MARK, ","),
    COLON(Group.MARK, ":"),
    SEMICOLON(Group.MARK, ";"),
    LEFT_PAREN(Group.MARK, "("),
    RIGHT_PAREN(Group.MARK, ")"),
    LEFT_BRACKET(Group.MARK, "["),
    RIGHT_BRACKET(Group.MARK, "]"),
    LEFT_BRACE(Group.MARK, "{"),
    RIGHT_BRACE(Group.MARK, "}"),
    AT(Group.MARK, "@"),
    TILDE(Group.MARK, "~"),
    WILDCARD(Group.MARK, "_");

    private enum Group {
        /// The text differs from token to token; `spelling` describes it.
        VARYING,
        WORD,
        MARK
    }

    private static final Map<String, TokenKind> WORDS = new HashMap<>();
    private static final Map<String, TokenKind> MARKS = new HashMap<>();

    static {
        for (TokenKind kind : values()) {
            switch (kind.group) {
                case WORD -> WORDS.put(kind.spelling, kind);
                case MARK -> MARKS.put(kind.spelling, kind);
                case VARYING -> {}
            }
        }
    }

    private final Group group;
    private final String spelling;

    TokenKind(Group group, String spelling) {
        this.group = group;
        this.spelling = spelling;
    }

    /// The kind of a word: that of a reserved word, or a name.
    static TokenKind ofWord(String word) {
        return WORDS.getOrDefault(word, IDENTIFIER);
    }

    /// The kind spelled so, or null.
    static TokenKind ofMark(String mark) {
        return MARKS.get(mark);
    }

    /// How reserved words are spelled.
    public static Set<String> reservedWords() {
        return Collections.unmodifiableSet(WORDS.keySet());
    }

    public boolean isReservedWord() {
        return group == Group.WORD;
    }

    /// For sentences: a reserved word or mark in backquotes, otherwise a description.
    public String described() {
        return group == Group.VARYING ? spelling : "`" + spelling + "`";
    }

    /// Whether this is `~` or `end`, which end a block.
    public boolean isClose() {
        return this == TILDE || this == END;
    }

    /// Whether this is `formula`, `func` or `task`.
    boolean isFunctionKind() {
        return this == FORMULA || this == FUNC || this == TASK;
    }
}
