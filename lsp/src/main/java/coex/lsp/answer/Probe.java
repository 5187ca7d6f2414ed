package coex.lsp.answer;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Lexer;
import coex.language.syntax.Token;
import coex.language.syntax.TokenKind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// A text that is being typed, finished at the cursor so that it can be analysed: the word there
/// becomes a name that nothing has, and what tells about that name tells about the cursor.
///
/// What is typed is mostly not a program: `xs.` wants a name, `f(1, ` a value and a bracket. The
/// checker knows what is visible at a name it cannot find, and the type of what stands before a
/// dot. Asking it with such a name needs no second set of rules.
final class Probe {

    /// No program has this name.
    static final String NAME = "coex__at__the__cursor";

    private final SourceFile file;
    private final int cursor;
    private final int wordStart;
    private final List<Token> before;

    Probe(SourceFile file, int cursor) {
        this.file = file;
        this.cursor = cursor;
        int start = cursor;
        while (start > 0 && isWord(file.text().charAt(start - 1))) {
            start--;
        }
        this.wordStart = start;
        var upToWord = new SourceFile(file.name(), file.text().substring(0, start));
        this.before =
                Lexer.read(upToWord, new Problems()).tokens().stream()
                        .filter(token -> token.kind() != TokenKind.END_OF_FILE)
                        .toList();
    }

    private static boolean isWord(char c) {
        return c == '_' || c < 128 && Character.isLetterOrDigit(c);
    }

    /// What is typed of the word so far.
    String word() {
        return file.text().substring(wordStart, cursor);
    }

    /// The tokens before the word.
    List<Token> before() {
        return before;
    }

    /// The text of the line before the word.
    String lineBefore() {
        return file.text().substring(file.startOfLine(file.lineOf(cursor)), wordStart);
    }

    /// Whether the cursor is in a comment or a string, where nothing is completed.
    boolean isInText() {
        // A string that is not closed ends with its line; what is before the word then is no token.
        var withWord = new SourceFile(file.name(), file.text().substring(0, wordStart) + NAME);
        var tokens = Lexer.read(withWord, new Problems()).tokens();
        return tokens.stream().noneMatch(token -> token.span().start() == wordStart);
    }

    /// The whole text with the name in the place of the word.
    SourceFile named() {
        return new SourceFile(
                file.name(),
                file.text().substring(0, wordStart) + NAME + file.text().substring(wordEnd()));
    }

    private int wordEnd() {
        int end = cursor;
        while (end < file.text().length() && isWord(file.text().charAt(end))) {
            end++;
        }
        return end;
    }

    /// The text with the name and the brackets that are still open closed after it. What is left of
    /// the line is dropped, and with it what may have been typed for another time.
    SourceFile closed() {
        var closers = new StringBuilder();
        for (TokenKind opener : openBrackets()) {
            closers.append(
                    switch (opener) {
                        case LEFT_PAREN -> ")";
                        case LEFT_BRACKET -> "]";
                        default -> "}";
                    });
        }
        int line = file.lineOf(cursor);
        int lineEnd = file.startOfLine(line) + file.line(line).length();
        return new SourceFile(
                file.name(),
                file.text().substring(0, wordStart)
                        + NAME
                        + closers
                        + file.text().substring(lineEnd));
    }

    /// The brackets that are open before the cursor, the innermost first.
    private Deque<TokenKind> openBrackets() {
        var open = new ArrayDeque<TokenKind>();
        for (Token token : before) {
            switch (token.kind()) {
                case LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE -> open.push(token.kind());
                case RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> open.poll();
                // No bracket is open where a declaration begins.
                case FUNC, TASK, TYPE, TRAIT, MATRIX, IMPORT -> {
                    if (token.span().column() == 1) {
                        open.clear();
                    }
                }
                default -> {}
            }
        }
        return open;
    }

    /// The call whose arguments the cursor is among.
    ///
    /// @param callee the last word of what is called
    /// @param argument how many arguments come before
    /// @param names the names that arguments up to the cursor are given by; empty for those without
    record OpenCall(Token callee, int argument, List<String> names) {}

    /// The innermost call around the cursor, or null.
    OpenCall openCall() {
        int depth = 0;
        int commas = 0;
        var names = new ArrayList<String>();
        names.add("");
        for (int i = before.size() - 1; i >= 0; i--) {
            switch (before.get(i).kind()) {
                case RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> depth++;
                case LEFT_BRACKET, LEFT_BRACE -> {
                    if (--depth < 0) {
                        return null;
                    }
                }
                case LEFT_PAREN -> {
                    if (--depth < 0) {
                        Token callee = calleeBefore(i);
                        return callee == null ? null : new OpenCall(callee, commas, names);
                    }
                }
                case COMMA -> {
                    if (depth == 0) {
                        commas++;
                        names.addFirst("");
                    }
                }
                case COLON -> {
                    boolean namesArgument =
                            depth == 0
                                    && i > 1
                                    && before.get(i - 1).kind() == TokenKind.IDENTIFIER
                                    && (before.get(i - 2).kind() == TokenKind.COMMA
                                            || before.get(i - 2).kind() == TokenKind.LEFT_PAREN);
                    if (namesArgument) {
                        names.set(0, before.get(i - 1).text());
                    }
                }
                case NEWLINE, SEMICOLON, TILDE -> {
                    // Within brackets line ends do not count; a block's end does.
                    if (before.get(i).kind() == TokenKind.TILDE) {
                        return null;
                    }
                }
                default -> {}
            }
        }
        return null;
    }

    /// The word before an opening parenthesis, past type arguments.
    private Token calleeBefore(int paren) {
        int i = paren - 1;
        if (i >= 0 && before.get(i).kind() == TokenKind.GREATER) {
            int depth = 0;
            do {
                depth += before.get(i).kind() == TokenKind.GREATER ? 1 : 0;
                depth -= before.get(i).kind() == TokenKind.LESS ? 1 : 0;
                i--;
            } while (i >= 0 && depth > 0);
        }
        if (i < 0) {
            return null;
        }
        Token token = before.get(i);
        boolean isDeclared =
                i > 0
                        && switch (before.get(i - 1).kind()) {
                            case FUNC, FORMULA, TASK, EXTERN, CASE -> true;
                            default -> false;
                        };
        boolean isWord =
                token.kind() == TokenKind.IDENTIFIER
                        || i > 0
                                && before.get(i - 1).kind() == TokenKind.DOT
                                && token.kind().isReservedWord();
        return isWord && !isDeclared ? token : null;
    }
}
