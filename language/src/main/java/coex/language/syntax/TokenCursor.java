package coex.language.syntax;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The parsers' place in the tokens of a file. All parsers of a file share one.
///
/// Within brackets line ends do not count: the cursor passes over them.
final class TokenCursor {

    /// Deeper nesting is reported, before it overflows the stack of this or a later stage.
    private static final int DEEPEST = 250;

    private final List<Token> tokens;
    private final Problems problems;

    /// Lines with something that is no token, which is reported; what is wrong there else follows
    /// from it.
    private final Set<Integer> brokenLines;

    private int position;
    private int openBrackets;
    private int depth;

    /// Reserved words that were reported where a name should be. Where they are used as that name,
    /// nothing more is said.
    private final Set<TokenKind> wordsTakenForNames = EnumSet.noneOf(TokenKind.class);

    /// A brace where a block begins, as other languages have it.
    private Optional<Token> blockBrace = Optional.empty();

    /// A statement that is a lone name, such as `loop`, which begins a block in other languages.
    private Optional<Token> strangeWord = Optional.empty();

    /// Whether what is wrong first is that the text ends.
    private boolean isCutOff;

    TokenCursor(Tokens tokens, Problems problems) {
        this(tokens.tokens(), problems, brokenLines(tokens, problems), 0, 0);
    }

    private TokenCursor(
            List<Token> tokens,
            Problems problems,
            Set<Integer> brokenLines,
            int position,
            int openBrackets) {
        this.tokens = tokens;
        this.problems = problems;
        this.brokenLines = brokenLines;
        this.position = position;
        this.openBrackets = openBrackets;
    }

    private static Set<Integer> brokenLines(Tokens tokens, Problems problems) {
        SourceFile file = tokens.tokens().getLast().span().file();
        return problems.inOrder().stream()
                .map(problem -> problem.report().place())
                .filter(place -> place.file() == file)
                .map(Span::line)
                .collect(Collectors.toSet());
    }

    /// A cursor at the same place to look ahead with; it reports nothing.
    TokenCursor ahead() {
        return new TokenCursor(tokens, new Problems(), brokenLines, position, openBrackets);
    }

    Problems problems() {
        return problems;
    }

    // Looking

    Token token() {
        return tokens.get(index(0));
    }

    TokenKind kind() {
        return token().kind();
    }

    boolean at(TokenKind kind) {
        return kind() == kind;
    }

    /// The kind of the token `distance` after this one.
    TokenKind kindAfter(int distance) {
        return tokens.get(index(distance)).kind();
    }

    /// The token last taken.
    Token previous() {
        return tokens.get(Math.max(0, position - 1));
    }

    /// How many tokens were taken, more or less: it grows as parsing goes on.
    int position() {
        return position;
    }

    /// From `first` to the token last taken.
    Span since(Span first) {
        return first.to(previous().span());
    }

    private int index(int distance) {
        int index = skipIgnored(position);
        for (int i = 0; i < distance && index < tokens.size() - 1; i++) {
            index = skipIgnored(index + 1);
        }
        return index;
    }

    private int skipIgnored(int index) {
        int found = index;
        while (openBrackets > 0 && tokens.get(found).kind() == TokenKind.NEWLINE) {
            found++;
        }
        return found;
    }

    // Taking

    Token take() {
        int index = index(0);
        Token token = tokens.get(index);
        if (token.kind() != TokenKind.END_OF_FILE) {
            position = index + 1;
        }
        return token;
    }

    boolean accept(TokenKind kind) {
        boolean isThere = at(kind);
        if (isThere) {
            take();
        }
        return isThere;
    }

    /// Takes a token of this kind.
    ///
    /// @param use what it is for, as the end of a sentence: "after the condition"
    Token expect(TokenKind kind, String use) throws SyntaxError {
        if (!at(kind)) {
            throw unexpected(kind.described() + " " + use);
        }
        return take();
    }

    Identifier expectName(String what) throws SyntaxError {
        if (kind().isReservedWord()) {
            throw reservedWord(what);
        }
        if (!at(TokenKind.IDENTIFIER)) {
            throw unexpected(what);
        }
        Token name = take();
        return new Identifier(name.text(), name.span());
    }

    /// Reports that a reserved word stands where a name should be.
    SyntaxError reservedWord(String what) {
        TokenKind word = kind();
        SyntaxError error =
                unexpected(
                        what,
                        Optional.of(
                                word.described() + " is a reserved word; choose another name."));
        wordsTakenForNames.add(word);
        return error;
    }

    void skipNewlines() {
        while (at(TokenKind.NEWLINE)) {
            take();
        }
    }

    // Brackets

    /// Takes an opening bracket; until the matching [#close] line ends are passed over.
    Token open() {
        Token opener = take();
        openBrackets++;
        return opener;
    }

    /// Takes the bracket that closes `opener`.
    Token close(Token opener, TokenKind closer) throws SyntaxError {
        if (!at(closer)) {
            boolean isBlock = blockBrace.filter(brace -> brace == opener).isPresent();
            throw report(
                    isBlock
                            ? new SyntaxProblem.BlockInBraces(opener)
                            : new SyntaxProblem.UnclosedBracket(token(), opener, closer));
        }
        Token close = take();
        openBrackets--;
        return close;
    }

    // Nesting

    void nest() throws SyntaxError {
        if (++depth > DEEPEST) {
            throw tooDeep();
        }
    }

    void unnest() {
        depth--;
    }

    /// The same for a chain, which makes a tree as deep as it is long.
    SyntaxError tooLong(int limit) {
        report(new SyntaxProblem.TooLong(token().span(), limit));
        return SyntaxError.TOO_DEEP;
    }

    private SyntaxError tooDeep() {
        report(new SyntaxProblem.TooDeep(token().span(), DEEPEST));
        return SyntaxError.TOO_DEEP;
    }

    /// How deep the parsers are, for [#backTo].
    int depth() {
        return depth;
    }

    // Errors

    SyntaxError unexpected(String expected) {
        return unexpected(expected, Optional.empty());
    }

    SyntaxError unexpected(String expected, Optional<String> hint) {
        return report(new SyntaxProblem.Unexpected(token(), expected, hint));
    }

    /// Says that a block begins here. A brace that ends the line is taken for one of another
    /// language if something turns out to be wrong.
    void blockBegins() {
        if (at(TokenKind.LEFT_BRACE) && blockBrace.isEmpty() && kindAfter(1) == TokenKind.NEWLINE) {
            blockBrace = Optional.of(token());
        }
    }

    Optional<Token> blockBrace() {
        return blockBrace;
    }

    void strangeWord(Token word) {
        strangeWord = strangeWord.or(() -> Optional.of(word));
    }

    Optional<Token> strangeWord() {
        return strangeWord;
    }

    SyntaxError report(SyntaxProblem problem) {
        if (wordsTakenForNames.contains(kind()) || wordsTakenForNames.contains(previous().kind())) {
            return SyntaxError.REPORTED;
        }
        boolean followsFromBrace =
                blockBrace.isPresent() && at(TokenKind.RIGHT_BRACE) && !problems.isEmpty();
        if (followsFromBrace) {
            return SyntaxError.REPORTED;
        }
        isCutOff |= problems.isEmpty() && at(TokenKind.END_OF_FILE);
        if (!brokenLines.contains(token().span().line())
                && !brokenLines.contains(previous().span().line())) {
            problems.add(problem);
        }
        return SyntaxError.REPORTED;
    }

    /// Whether the text was right up to its end, and should have gone on.
    boolean isCutOff() {
        return isCutOff;
    }

    /// Forgets open brackets and nesting after an error.
    void backTo(int outerDepth) {
        openBrackets = 0;
        depth = outerDepth;
    }

    /// Whether a declaration begins here, which no expression can look like.
    boolean atDeclaration() {
        return switch (kind()) {
            case FORMULA, FUNC, TASK, TYPE, TRAIT, MATRIX, EXTERN ->
                    kindAfter(1) == TokenKind.IDENTIFIER;
            default -> false;
        };
    }
}
