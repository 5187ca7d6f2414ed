package coex.language.syntax;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses statements and blocks.
///
/// **Going on after an error.** An error in a statement ends that statement: the rest of its line
/// is skipped, and the block goes on. An error in the header of a block is remembered as a missing
/// expression, and the block follows, so that its end is still its own. A declaration where a
/// statement should be means that an end is missing: all open blocks end there, with one report.
final class StatementParser {

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final LiteralParser literals;
    private final PatternParser patterns;
    private final AssignmentParser assignments;

    /// The first block of this function whose end looks like that of another.
    private Optional<Span> suspect = Optional.empty();

    StatementParser(TokenCursor cursor, TypeParser types, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.literals = new LiteralParser(cursor, types, expressions);
        this.patterns = new PatternParser(cursor, literals);
        this.assignments = new AssignmentParser(cursor, types, expressions);
    }

    // Blocks

    /// The block of a function.
    Block functionBody(Span opener, String what) throws SyntaxError {
        suspect = Optional.empty();
        return block(opener, what);
    }

    /// Statements up to the end of the text, in no block.
    List<Stmt> statements() throws SyntaxError {
        var statements = new ArrayList<Stmt>();
        skipSeparators();
        while (!cursor.at(TokenKind.END_OF_FILE)) {
            if (atEndOfBody() || cursor.atDeclaration()) {
                throw cursor.unexpected("a statement");
            }
            statementOrNothing().ifPresent(statements::add);
            skipSeparators();
        }
        return statements;
    }

    /// `[:] body close`
    ///
    /// @param opener the header the block belongs to
    /// @param what what to call it in reports
    private Block block(Span opener, String what) throws SyntaxError {
        Block body = body(opener, what);
        close(opener, what);
        return body;
    }

    /// `~` or `end`.
    void close(Span opener, String what) throws SyntaxError {
        if (!cursor.kind().isClose()) {
            throw unclosed(opener, what);
        }
        Token end = cursor.take();
        if (suspect.isEmpty() && isIndentedLess(end.span(), opener)) {
            suspect = Optional.of(opener);
        }
    }

    private SyntaxError unclosed(Span opener, String what) {
        if (cursor.blockBrace().isPresent()) {
            return cursor.report(new SyntaxProblem.BlockInBraces(cursor.blockBrace().get()));
        }
        return cursor.report(new SyntaxProblem.Unclosed(cursor.token(), opener, what, suspect));
    }

    /// Whether an end stands on a line that is indented less than that of the block it closes.
    private static boolean isIndentedLess(Span end, Span opener) {
        return indentation(end) < indentation(opener);
    }

    private static int indentation(Span place) {
        String line = place.file().line(place.line());
        return line.length() - line.stripLeading().length();
    }

    /// The statements of a block up to its end, or to `else`, or to `case` of the match around it.
    private Block body(Span opener, String what) throws SyntaxError {
        cursor.accept(TokenKind.COLON);
        cursor.blockBegins();
        cursor.nest();
        var statements = new ArrayList<Stmt>();
        Span first = cursor.token().span();
        skipSeparators();
        while (!atEndOfBody()) {
            if (cursor.atDeclaration()) {
                throw unclosed(opener, what);
            }
            statementOrNothing().ifPresent(statements::add);
            skipSeparators();
        }
        cursor.unnest();
        Span span =
                statements.isEmpty()
                        ? first.file().span(first.start(), first.start())
                        : statements.getFirst().span().to(statements.getLast().span());
        return new Block(statements, span);
    }

    private boolean atEndOfBody() {
        return switch (cursor.kind()) {
            case TILDE, END, ELSE, END_OF_FILE -> true;
            case CASE -> true;
            default -> false;
        };
    }

    private void skipSeparators() {
        while (cursor.at(TokenKind.NEWLINE) || cursor.at(TokenKind.SEMICOLON)) {
            cursor.take();
        }
    }

    /// A statement and the check that it ends there; nothing if it was wrong.
    private Optional<Stmt> statementOrNothing() throws SyntaxError {
        int depth = cursor.depth();
        int before = cursor.position();
        try {
            Stmt statement = statement();
            rememberStrangeWord(statement);
            if (!atEndOfStatement()) {
                throw cursor.unexpected("the end of the statement", hintForRest(statement));
            }
            return Optional.of(statement);
        } catch (SyntaxError error) {
            cursor.backTo(depth);
            boolean endsBlock = cursor.atDeclaration() && cursor.position() > before;
            if (endsBlock || error == SyntaxError.TOO_DEEP) {
                throw error;
            }
            skipRestOfStatement();
            return Optional.empty();
        }
    }

    /// A lone name that begins a block in other languages is a statement here, and the end of that
    /// block closes another.
    private void rememberStrangeWord(Stmt statement) {
        if (statement instanceof Stmt.Evaluate(Expr.Name(String text, _, Span span), _)
                && SyntaxProblem.StrangeWord.insteadOfBlock(text).isPresent()) {
            cursor.strangeWord(new Token(TokenKind.IDENTIFIER, text, span));
        }
    }

    private boolean atEndOfStatement() {
        return switch (cursor.kind()) {
            case NEWLINE, SEMICOLON, TILDE, END, ELSE, END_OF_FILE -> true;
            case CASE -> true;
            default -> false;
        };
    }

    private Optional<String> hintForRest(Stmt statement) {
        if (statement instanceof Stmt.Evaluate(Expr.Name(String text, _, _), _)) {
            return switch (text) {
                case "elif", "elsif", "elseif" -> Optional.of("write `else if`.");
                case "let", "val", "auto" ->
                        Optional.of("a variable is declared by assigning it: `x = 1`.");
                default -> Optional.empty();
            };
        }
        return Optional.empty();
    }

    private void skipRestOfStatement() {
        while (!atEndOfStatement()) {
            cursor.take();
        }
    }

    // Statements

    private Stmt statement() throws SyntaxError {
        if (isAssigned(cursor.kind()) && cursor.kindAfter(1) == TokenKind.ASSIGN) {
            throw cursor.reservedWord("the name of a variable");
        }
        return switch (cursor.kind()) {
            case CONST -> assignments.binding();
            case IF -> ifStatement();
            case FOR -> forStatement();
            case WHILE -> whileStatement();
            case MATCH -> matchStatement();
            case SELECT -> selectStatement();
            case WITHIN -> withinStatement();
            case RETURN -> returnStatement();
            case BREAK -> new Stmt.Break(cursor.take().span());
            case CONTINUE -> new Stmt.Continue(cursor.take().span());
            case VAR ->
                    throw cursor.unexpected(
                            "a statement",
                            Optional.of("variables are declared without `var`: `x = 1`."));
            case IDENTIFIER -> bindingOrSimple();
            case LEFT_PAREN ->
                    assignments.namesBeforeAssignment()
                            ? assignments.destructure()
                            : assignments.simple();
            default -> assignments.simple();
        };
    }

    /// Whether a reserved word before `=` is meant as a name. One that begins a block more likely
    /// lacks its condition.
    private static boolean isAssigned(TokenKind kind) {
        return kind.isReservedWord()
                && switch (kind) {
                    case SELF, CELL, TRUE, FALSE, NIL, CONST, VAR -> false;
                    case IF, FOR, WHILE, SELECT, WITHIN -> false;
                    default -> true;
                };
    }

    private Stmt bindingOrSimple() throws SyntaxError {
        return switch (cursor.kindAfter(1)) {
            case ASSIGN ->
                    cursor.kindAfter(2) == TokenKind.FOR ? forAssign() : assignments.binding();
            case MOVE, COLON -> assignments.binding();
            default -> assignments.simple();
        };
    }

    private Stmt forAssign() throws SyntaxError {
        Identifier name = cursor.expectName("the name of a variable");
        cursor.take();
        Token word = cursor.take();
        Loop loop = loopHeader();
        cursor.accept(TokenKind.COLON);
        cursor.skipNewlines();
        Expr element = expressions.expression();
        cursor.skipNewlines();
        close(word.span(), "`for`");
        return new Stmt.ForAssign(
                name, loop.bind(), loop.iterable(), element, cursor.since(name.span()));
    }

    private Stmt returnStatement() throws SyntaxError {
        Token word = cursor.take();
        Optional<Expr> value =
                atEndOfStatement() ? Optional.empty() : Optional.of(expressions.expression());
        return new Stmt.Return(value, cursor.since(word.span()));
    }

    // Statements with blocks

    /// The expression in the header of a block. If it is wrong, the rest of the header is skipped.
    private Expr header() throws SyntaxError {
        int depth = cursor.depth();
        try {
            Expr expr = expressions.expression();
            if (cursor.at(TokenKind.ASSIGN)) {
                throw cursor.report(new SyntaxProblem.AssignsInCondition(cursor.token().span()));
            }
            return expr;
        } catch (SyntaxError error) {
            return restOfHeader(error, depth);
        }
    }

    private Expr restOfHeader(SyntaxError error, int depth) throws SyntaxError {
        cursor.backTo(depth);
        if (error == SyntaxError.TOO_DEEP) {
            throw error;
        }
        while (!atEndOfStatement() && !cursor.at(TokenKind.COLON)) {
            cursor.take();
        }
        return new Expr.Missing(cursor.token().span());
    }

    /// What a loop goes through, and the names for it.
    private record Loop(Bind bind, Expr iterable) {}

    /// `bind in expr`
    private Loop loopHeader() throws SyntaxError {
        int depth = cursor.depth();
        Span first = cursor.token().span();
        try {
            Bind bind = literals.bind();
            if (cursor.at(TokenKind.COMMA)) {
                throw cursor.unexpected(
                        "`in` after what the loop binds",
                        Optional.of("the parts of a tuple stand in parentheses: `for (a, b) in`."));
            }
            cursor.expect(TokenKind.IN, "after what the loop binds");
            return new Loop(bind, header());
        } catch (SyntaxError error) {
            return new Loop(new Bind.Nothing(first), restOfHeader(error, depth));
        }
    }

    private Stmt ifStatement() throws SyntaxError {
        Token word = cursor.take();
        var branches = new ArrayList<Stmt.Branch>();
        branches.add(branch(word));
        Optional<Block> otherwise = Optional.empty();
        while (otherwise.isEmpty() && cursor.accept(TokenKind.ELSE)) {
            if (cursor.accept(TokenKind.IF)) {
                branches.add(branch(word));
            } else {
                otherwise = Optional.of(body(word.span(), "`if`"));
            }
        }
        close(word.span(), "`if`");
        return new Stmt.If(branches, otherwise, cursor.since(word.span()));
    }

    private Stmt.Branch branch(Token word) throws SyntaxError {
        Expr condition = header();
        return new Stmt.Branch(condition, body(word.span(), "`if`"));
    }

    private Stmt forStatement() throws SyntaxError {
        Token word = cursor.take();
        Loop loop = loopHeader();
        Block body = block(word.span(), "`for`");
        return new Stmt.For(loop.bind(), loop.iterable(), body, cursor.since(word.span()));
    }

    private Stmt whileStatement() throws SyntaxError {
        Token word = cursor.take();
        Expr condition = header();
        boolean isCycle = cursor.accept(TokenKind.CYCLE);
        Block body = block(word.span(), "`while`");
        Span span = cursor.since(word.span());
        return isCycle
                ? new Stmt.Cycle(condition, body, span)
                : new Stmt.While(condition, body, span);
    }

    private Stmt matchStatement() throws SyntaxError {
        Token word = cursor.take();
        Expr subject = header();
        cursor.skipNewlines();
        var arms = new ArrayList<Stmt.Arm>();
        while (cursor.at(TokenKind.CASE)) {
            Token arm = cursor.take();
            Pattern pattern = patterns.patternOrAnything();
            arms.add(new Stmt.Arm(pattern, block(arm.span(), "`case`")));
            cursor.skipNewlines();
        }
        closeCases(word, "`match`");
        return new Stmt.Match(subject, arms, cursor.since(word.span()));
    }

    /// The end of a statement that has cases.
    private void closeCases(Token word, String what) throws SyntaxError {
        if (!cursor.kind().isClose() && !cursor.at(TokenKind.END_OF_FILE)) {
            throw cursor.unexpected("`case` or the end of the " + what);
        }
        close(word.span(), what);
    }

    private Stmt selectStatement() throws SyntaxError {
        Token word = cursor.take();
        SelectStrategy strategy = strategy();
        Optional<Expr> timeout =
                cursor.accept(TokenKind.TIMEOUT) ? Optional.of(header()) : Optional.empty();
        cursor.skipNewlines();
        var cases = new ArrayList<Stmt.Receive>();
        while (cursor.at(TokenKind.CASE)) {
            Token start = cursor.take();
            cases.add(receive(start));
            cursor.skipNewlines();
        }
        closeCases(word, "`select`");
        return new Stmt.Select(strategy, timeout, cases, cursor.since(word.span()));
    }

    /// `name <- channel` and its block.
    private Stmt.Receive receive(Token start) throws SyntaxError {
        int depth = cursor.depth();
        var name = new Identifier("", cursor.token().span());
        Expr channel;
        try {
            name = cursor.expectName("the name for the received value");
            cursor.expect(TokenKind.RECEIVE, "between the name and the channel");
            channel = header();
        } catch (SyntaxError error) {
            channel = restOfHeader(error, depth);
        }
        return new Stmt.Receive(name, channel, block(start.span(), "`case`"));
    }

    private SelectStrategy strategy() {
        if (cursor.accept(TokenKind.FAIR)) {
            return SelectStrategy.FAIR;
        }
        if (cursor.accept(TokenKind.RANDOM)) {
            return SelectStrategy.RANDOM;
        }
        cursor.accept(TokenKind.PRIORITY);
        return SelectStrategy.PRIORITY;
    }

    private Stmt withinStatement() throws SyntaxError {
        Token word = cursor.take();
        Expr limit = header();
        Block body = body(word.span(), "`within`");
        Optional<Block> otherwise =
                cursor.accept(TokenKind.ELSE)
                        ? Optional.of(body(word.span(), "`within`"))
                        : Optional.empty();
        close(word.span(), "`within`");
        return new Stmt.Within(limit, body, otherwise, cursor.since(word.span()));
    }
}
