package coex.language.syntax;

import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;

import java.util.Optional;

/// Texts that are not Coex.
public sealed interface SyntaxProblem extends Problem {

    /// A token that cannot stand where it stands.
    ///
    /// @param expected what could, as part of a sentence
    /// @param hint what to do, if there is something better to say than that
    record Unexpected(Token found, String expected, Optional<String> hint)
            implements SyntaxProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                            "S001",
                            "syntax error",
                            found.span(),
                            "Syntax error: expected %s, but found %s."
                                    .formatted(expected, found.described()));
            return hint.map(report::hinting).orElse(report);
        }
    }

    /// A block without its end.
    ///
    /// @param opener the header of the block
    /// @param suspect a block inside it that was closed by an end indented like an outer one
    record Unclosed(Token found, Span opener, String what, Optional<Span> suspect)
            implements SyntaxProblem {
        @Override
        public Report report() {
            Report report =
                    Report.of(
                                    "S002",
                                    "block without an end",
                                    found.span(),
                                    "Syntax error: this %s is not closed before %s."
                                            .formatted(what, found.described()))
                            .noting(opener, "begins here")
                            .hinting("close it with `~` or `end`.");
            return suspect.map(
                            inner ->
                                    report.noting(
                                            inner, "the missing end may belong to this block"))
                    .orElse(report);
        }
    }

    /// A bracket that is never closed.
    record UnclosedBracket(Token found, Token opener, TokenKind closer) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S003",
                            "bracket without an end",
                            found.span(),
                            "Syntax error: expected %s to close %s, but found %s."
                                    .formatted(
                                            closer.described(),
                                            opener.described(),
                                            found.described()))
                    .noting(opener.span(), "opened here");
        }
    }

    /// `if x {`
    record BlockInBraces(Token brace) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S012",
                            "block in braces",
                            brace.span(),
                            "Syntax error: blocks have no braces; here `{` begins a set, a map or"
                                    + " json.")
                    .hinting("leave `{` out, and write `~` or `end` instead of `}`.");
        }
    }

    /// `if a = 1`
    record AssignsInCondition(Span place) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S013",
                            "assignment in a condition",
                            place,
                            "Syntax error: `=` gives a variable a value, which no condition does.")
                    .hinting("write `==` to compare.");
        }
    }

    /// A word of another language.
    record StrangeWord(Token word, String instead) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S014",
                            "word of another language",
                            word.span(),
                            "Syntax error: `%s` has no meaning of its own in Coex."
                                    .formatted(word.text()))
                    .hinting(instead);
        }

        /// What to write instead of a word that begins a declaration elsewhere.
        static Optional<String> insteadOfDeclaration(String word) {
            return switch (word) {
                case "def", "fn", "fun", "function", "proc", "sub" ->
                        Optional.of(
                                "functions begin with `func`, `formula` or `task`: `func name(x:"
                                        + " int) -> int`.");
                case "class", "struct", "record", "enum", "data" ->
                        Optional.of("types begin with `type`: `type Name:`.");
                case "interface", "protocol" ->
                        Optional.of("signatures of methods stand in a trait: `trait Name:`.");
                case "let", "val", "static", "global" ->
                        Optional.of("there are no global variables; pass values to functions.");
                case "from", "use", "using", "include", "require" ->
                        Optional.of("modules are imported by name: `import math`.");
                default -> Optional.empty();
            };
        }

        /// The same for a word that begins a block elsewhere.
        static Optional<String> insteadOfBlock(String word) {
            return switch (word) {
                case "loop", "forever", "repeat" -> Optional.of("write `while true`.");
                case "until" -> Optional.of("write `while not ...`.");
                case "unless" -> Optional.of("write `if not ...`.");
                case "do", "begin", "try" -> Optional.of("leave it out, and the end it has.");
                case "switch" -> Optional.of("write `match`.");
                default -> Optional.empty();
            };
        }
    }

    /// A character that no token has.
    record UnexpectedCharacter(Span place, int character) implements SyntaxProblem {
        @Override
        public Report report() {
            String shown =
                    Character.isISOControl(character) || Character.isWhitespace(character)
                            ? ""
                            : " `" + Character.toString(character) + "`";
            Report report =
                    Report.of(
                            "S004",
                            "unexpected character",
                            place,
                            "Syntax error: the character%s U+%04X has no meaning here."
                                    .formatted(shown, character));
            return switch (character) {
                case '&', '|', '^' ->
                        report.hinting(
                                place.end() - place.start() > 1
                                        ? "write `%s`.".formatted(character == '&' ? "and" : "or")
                                        : "there are no bitwise operators; write `and`, `or`,"
                                                + " `not`.");
                case '$', '`' -> report.hinting("strings stand in \" \" or ' '.");
                default -> report;
            };
        }
    }

    /// A string that the end of its line cuts off.
    record UnterminatedString(Span place, String quote) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S005",
                            "string without an end",
                            place,
                            "Syntax error: this string has no closing %s.".formatted(quote))
                    .hinting(
                            quote.length() == 1
                                    ? "strings end on their line; write \\n for a line end inside."
                                    : "close it with the same three quotes.");
        }
    }

    /// A backslash with something that is no escape.
    record BadEscape(Span place, String why) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of("S006", "bad escape", place, "Syntax error: " + why + ".")
                    .hinting(
                            "the escapes are \\n \\t \\r \\b \\f \\\\ \\\" \\', \\xHH, \\uHHHH and"
                                    + " octal \\o to \\ooo.");
        }
    }

    /// A number that is none, or too large.
    record BadNumber(Span place, String why, String nextStep) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of("S007", "bad number", place, "Syntax error: " + why + ".")
                    .hinting(nextStep);
        }
    }

    /// A comparison of a comparison.
    record ComparisonChain(Span place, Span first) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S008",
                            "chained comparison",
                            place,
                            "Syntax error: comparisons do not chain; a second one cannot follow"
                                    + " the first.")
                    .noting(first, "the first comparison")
                    .hinting("join them with `and`: `a < b and b < c`.");
        }
    }

    /// A literal in braces with names for some keys and expressions for others.
    record MixedKeys(Span place, Span first) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S009",
                            "mixed keys",
                            place,
                            "Cannot mix bare names, which are keys of a json object, with"
                                    + " expressions, which are keys of a Map.")
                    .noting(first, "the first key is of the other kind")
                    .hinting(
                            "quote the names to make a Map, or leave the quotes out to make json.");
        }
    }

    /// An import, alias or directive after the first declaration.
    record TooLate(Token word, Span firstDeclaration) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S010",
                            "too late in the file",
                            word.span(),
                            "Syntax error: %s must stand before the first declaration."
                                    .formatted(word.kind().described()))
                    .noting(firstDeclaration, "the first declaration");
        }
    }

    /// A chain of operators or calls, which is a tree as deep as the chain is long.
    record TooLong(Span place, int limit) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S011",
                            "nested too deeply",
                            place,
                            "Syntax error: more than %d operators or calls in a row."
                                    .formatted(limit))
                    .hinting("give a part of it a name, or move it into a function.");
        }
    }

    /// A text nested so deeply that no reader would follow, and no stack either.
    record TooDeep(Span place, int limit) implements SyntaxProblem {
        @Override
        public Report report() {
            return Report.of(
                            "S011",
                            "nested too deeply",
                            place,
                            "Syntax error: this is nested more than %d levels deep."
                                    .formatted(limit))
                    .hinting("give a part of it a name, or move it into a function.");
        }
    }
}
