package coex.language.syntax;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses declarations.
final class DeclarationParser {

    private final TokenCursor cursor;
    private final TypeParser types;
    private final ExpressionParser expressions;
    private final StatementParser statements;

    DeclarationParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.types = new TypeParser(cursor);
        this.expressions = new ExpressionParser(cursor, types);
        this.statements = new StatementParser(cursor, types, expressions);
    }

    StatementParser statements() {
        return statements;
    }

    TypeParser types() {
        return types;
    }

    Decl declaration() throws SyntaxError {
        return switch (cursor.kind()) {
            case AT, FORMULA, FUNC, TASK -> function();
            case EXTERN -> extern();
            case TYPE -> type();
            case TRAIT -> trait();
            case MATRIX -> matrix();
            default -> throw noDeclaration(cursor.token());
        };
    }

    /// A word of another language is the reason, if there is one: here, or where a block was to
    /// begin.
    private SyntaxError noDeclaration(Token token) {
        Optional<Token> word = cursor.strangeWord();
        if (word.isPresent()) {
            return cursor.report(
                    new SyntaxProblem.StrangeWord(
                            word.get(),
                            SyntaxProblem.StrangeWord.insteadOfBlock(word.get().text())
                                    .orElseThrow()));
        }
        Optional<String> instead = SyntaxProblem.StrangeWord.insteadOfDeclaration(token.text());
        return token.kind() == TokenKind.IDENTIFIER && instead.isPresent()
                ? cursor.report(new SyntaxProblem.StrangeWord(token, instead.get()))
                : cursor.unexpected("a declaration", hintFor(token));
    }

    /// Whether a line that is not indented begins as a declaration of another language: `class
    /// Tank`. Statements that are skipped may begin with such a word too, but not so.
    boolean atStrangeDeclaration() {
        Token token = cursor.token();
        int start = token.span().start();
        return token.kind() == TokenKind.IDENTIFIER
                && cursor.kindAfter(1) == TokenKind.IDENTIFIER
                && SyntaxProblem.StrangeWord.insteadOfDeclaration(token.text()).isPresent()
                && (start == 0 || token.span().file().text().charAt(start - 1) == '\n');
    }

    private static Optional<String> hintFor(Token token) {
        return switch (token.kind()) {
            case VAR,
                    IDENTIFIER,
                    CONST,
                    IF,
                    FOR,
                    WHILE,
                    MATCH,
                    RETURN,
                    BREAK,
                    CONTINUE,
                    ELSE,
                    SELECT,
                    WITHIN,
                    SELF,
                    LEFT_PAREN ->
                    Optional.of(
                            "only declarations stand outside functions; if this belongs to the"
                                    + " function above, one `~` or `end` before it is too many.");
            case TILDE, END -> Optional.of("this end closes nothing; one before it is too many.");
            default -> Optional.empty();
        };
    }

    // Functions

    private Decl.Function function() throws SyntaxError {
        Span first = cursor.token().span();
        var annotations = new ArrayList<Decl.Annotation>();
        while (cursor.accept(TokenKind.AT)) {
            annotations.add(annotation());
        }
        Decl.Signature signature = signature();
        String what = "`%s %s`".formatted(signature.kind().word(), signature.name());
        Block body = statements.functionBody(signature.span(), what);
        return new Decl.Function(annotations, signature, body, cursor.since(first));
    }

    private Decl.Annotation annotation() throws SyntaxError {
        Identifier name = cursor.expectName("the name of an annotation");
        Optional<Expr.StringLiteral> text = Optional.empty();
        if (cursor.at(TokenKind.LEFT_PAREN)) {
            Token opener = cursor.open();
            Token string = cursor.expect(TokenKind.STRING, "in the annotation");
            text = Optional.of(new Expr.StringLiteral(string.text(), string.span()));
            cursor.close(opener, TokenKind.RIGHT_PAREN);
        }
        cursor.skipNewlines();
        return new Decl.Annotation(name, text);
    }

    private Decl.Signature signature() throws SyntaxError {
        Span first = cursor.token().span();
        FunctionKind kind = types.functionKind();
        Identifier name = cursor.expectName("the name of a function");
        List<Decl.Generic> generics = generics();
        List<Parameter> parameters = types.parameters();
        Optional<TypeExpr> result = types.result();
        return new Decl.Signature(kind, name, generics, parameters, result, cursor.since(first));
    }

    private List<Decl.Generic> generics() throws SyntaxError {
        if (!cursor.accept(TokenKind.LESS)) {
            return List.of();
        }
        var generics = new ArrayList<Decl.Generic>();
        do {
            Identifier name = cursor.expectName("the name of a type parameter");
            var bounds = new ArrayList<Identifier>();
            if (cursor.accept(TokenKind.COLON)) {
                do {
                    bounds.add(cursor.expectName("the name of a trait"));
                } while (cursor.accept(TokenKind.PLUS));
            }
            generics.add(new Decl.Generic(name, bounds));
        } while (cursor.accept(TokenKind.COMMA));
        cursor.expect(TokenKind.GREATER, "after the type parameters");
        return generics;
    }

    private Decl.Extern extern() throws SyntaxError {
        Token word = cursor.take();
        Identifier name = cursor.expectName("the name of a C function");
        List<Parameter> parameters = types.parameters();
        Optional<TypeExpr> result = types.result();
        cursor.skipNewlines();
        statements.close(word.span(), "`extern`");
        return new Decl.Extern(name, parameters, result, cursor.since(word.span()));
    }

    // Types

    private Decl.Type type() throws SyntaxError {
        Token word = cursor.take();
        Identifier name = cursor.expectName("the name of a type");
        List<Decl.Generic> generics = generics();
        var fields = new ArrayList<Decl.Field>();
        var cases = new ArrayList<Decl.Case>();
        var methods = new ArrayList<Decl.Function>();
        members(
                word,
                "type",
                () -> {
                    switch (cursor.kind()) {
                        case CASE -> cases.add(variant());
                        case FORMULA, FUNC, TASK -> methods.add(function());
                        default -> fields.add(field("a field, a case or a method"));
                    }
                });
        return new Decl.Type(name, generics, fields, cases, methods, cursor.since(word.span()));
    }

    private Decl.Field field(String what) throws SyntaxError {
        Identifier name = cursor.expectName(what);
        cursor.expect(TokenKind.COLON, "and a type after the name of a field");
        return new Decl.Field(name, types.type());
    }

    private Decl.Case variant() throws SyntaxError {
        cursor.take();
        Identifier name = cursor.expectName("the name of a variant");
        var fields = new ArrayList<Decl.Field>();
        if (cursor.at(TokenKind.LEFT_PAREN)) {
            Token opener = cursor.open();
            do {
                fields.add(field("the name of a field"));
            } while (cursor.accept(TokenKind.COMMA));
            cursor.close(opener, TokenKind.RIGHT_PAREN);
        }
        return new Decl.Case(name, fields);
    }

    private Decl.Trait trait() throws SyntaxError {
        Token word = cursor.take();
        Identifier name = cursor.expectName("the name of a trait");
        List<Decl.Generic> generics = generics();
        var methods = new ArrayList<Decl.Signature>();
        members(word, "trait", () -> methods.add(signature()));
        return new Decl.Trait(name, generics, methods, cursor.since(word.span()));
    }

    private Decl.Matrix matrix() throws SyntaxError {
        Token word = cursor.take();
        Identifier name = cursor.expectName("the name of a matrix");
        if (!cursor.at(TokenKind.LEFT_BRACKET)) {
            throw cursor.unexpected("`[` and the size of the matrix");
        }
        Token opener = cursor.open();
        var sizes = new ArrayList<Expr>();
        sizes.add(expressions.expression());
        if (cursor.accept(TokenKind.COMMA)) {
            sizes.add(expressions.expression());
        }
        cursor.close(opener, TokenKind.RIGHT_BRACKET);
        var clauses = new MatrixClauses();
        members(word, "matrix", () -> matrixClause(clauses));
        return new Decl.Matrix(
                name,
                sizes,
                clauses.element,
                clauses.initial,
                clauses.formulas,
                cursor.since(word.span()));
    }

    private static final class MatrixClauses {
        private Optional<TypeExpr> element = Optional.empty();
        private Optional<Expr> initial = Optional.empty();
        private final List<Decl.Function> formulas = new ArrayList<>();
    }

    private void matrixClause(MatrixClauses clauses) throws SyntaxError {
        switch (cursor.kind()) {
            case TYPE -> {
                cursor.take();
                cursor.expect(TokenKind.COLON, "after `type`");
                clauses.element = Optional.of(types.type());
            }
            case INIT -> {
                cursor.take();
                cursor.expect(TokenKind.COLON, "after `init`");
                clauses.initial = Optional.of(expressions.expression());
            }
            case FORMULA -> clauses.formulas.add(function());
            default -> throw cursor.unexpected("`type:`, `init:` or a formula");
        }
    }

    private interface Member {
        void parse() throws SyntaxError;
    }

    /// `: members close`, with a line end after each member. A member that is wrong is skipped.
    private void members(Token word, String what, Member member) throws SyntaxError {
        if (!cursor.at(TokenKind.COLON)) {
            throw cursor.unexpected("`:` after the header of a " + what);
        }
        cursor.take();
        cursor.skipNewlines();
        while (!cursor.kind().isClose()) {
            if (cursor.at(TokenKind.END_OF_FILE) || atOuterDeclaration(what)) {
                statements.close(word.span(), "`" + what + "`");
            }
            memberOrNothing(member);
            cursor.skipNewlines();
        }
        cursor.take();
    }

    /// Whether a declaration begins here that cannot be a member of what it stands in.
    private boolean atOuterDeclaration(String what) {
        return cursor.atDeclaration()
                && switch (cursor.kind()) {
                    case TYPE, TRAIT, MATRIX, EXTERN -> true;
                    case FUNC, TASK -> what.equals("matrix");
                    default -> false;
                };
    }

    private void memberOrNothing(Member member) throws SyntaxError {
        int depth = cursor.depth();
        int position = cursor.position();
        try {
            member.parse();
            if (!cursor.at(TokenKind.NEWLINE)
                    && !cursor.kind().isClose()
                    && !cursor.at(TokenKind.END_OF_FILE)) {
                throw cursor.unexpected(
                        "the end of the line", Optional.of("members stand on lines of their own."));
            }
        } catch (SyntaxError error) {
            cursor.backTo(depth);
            if (error == SyntaxError.TOO_DEEP) {
                throw error;
            }
            if (cursor.position() == position) {
                cursor.take();
            }
            skipMember();
        }
    }

    /// Skips to the end of the line, unless a declaration begins before it.
    private void skipMember() {
        while (!cursor.at(TokenKind.NEWLINE)
                && !cursor.at(TokenKind.END_OF_FILE)
                && !cursor.kind().isClose()
                && !cursor.atDeclaration()) {
            cursor.take();
        }
    }
}
