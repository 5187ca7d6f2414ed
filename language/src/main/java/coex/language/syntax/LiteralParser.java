package coex.language.syntax;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses what operators apply to: literals, names, brackets of all kinds, lambdas.
final class LiteralParser {

    private final TokenCursor cursor;
    private final TypeParser types;
    private final ExpressionParser expressions;
    private final IrParser ir;

    LiteralParser(TokenCursor cursor, TypeParser types, ExpressionParser expressions) {
        this.cursor = cursor;
        this.types = types;
        this.expressions = expressions;
        this.ir = new IrParser(cursor);
    }

    /// @param afterMinus whether unary minus stands before it
    Expr primary(boolean afterMinus) throws SyntaxError {
        Token token = cursor.token();
        Span span = token.span();
        return switch (token.kind()) {
            case INTEGER -> {
                cursor.take();
                yield new Expr.IntLiteral(
                        Numbers.integer(token, afterMinus, cursor.problems()), span);
            }
            case FLOAT -> {
                cursor.take();
                yield new Expr.FloatLiteral(Numbers.floating(token, cursor.problems()), span);
            }
            case STRING -> {
                cursor.take();
                yield new Expr.StringLiteral(token.text(), span);
            }
            case TRUE, FALSE -> {
                cursor.take();
                yield new Expr.BoolLiteral(token.kind() == TokenKind.TRUE, span);
            }
            case NIL -> {
                cursor.take();
                yield new Expr.NilLiteral(span);
            }
            case SELF -> {
                cursor.take();
                yield new Expr.Self(span);
            }
            case CELL -> {
                cursor.take();
                yield new Expr.Cell(span);
            }
            case IDENTIFIER -> name();
            case LEFT_PAREN -> parenthesised();
            case LEFT_BRACKET -> list();
            case LEFT_BRACE -> braces();
            case FORMULA, FUNC, TASK -> lambda();
            case LLVM_IR -> ir.expression();
            default -> throw cursor.unexpected("an expression", hintFor(token.kind()));
        };
    }

    private static Optional<String> hintFor(TokenKind kind) {
        return switch (kind) {
            case INT, FLOAT_TYPE, BOOL, STRING_TYPE, BYTE, CHAR ->
                    Optional.of(
                            "%s is a type; convert with `as`: `x as %s`."
                                    .formatted(
                                            kind.described(), kind.described().replace("`", "")));
            case EXCLAMATION -> Optional.of("write `not` to negate.");
            case TRIPLE_STRING -> Optional.of("triple-quoted texts stand only after `llvm_ir`.");
            default -> Optional.empty();
        };
    }

    private Expr name() throws SyntaxError {
        Token name = cursor.take();
        List<TypeExpr> arguments =
                cursor.at(TokenKind.LESS) && typeArgumentsFollow() ? types.arguments() : List.of();
        return new Expr.Name(name.text(), arguments, cursor.since(name.span()));
    }

    /// Whether `<` begins type arguments and not a comparison: types and `>` follow, and then a
    /// call or a member.
    private boolean typeArgumentsFollow() {
        TokenCursor ahead = cursor.ahead();
        try {
            new TypeParser(ahead).arguments();
        } catch (SyntaxError _) {
            return false;
        }
        return ahead.at(TokenKind.LEFT_PAREN) || ahead.at(TokenKind.DOT);
    }

    /// An argument or an element of a tuple: a value, perhaps with a name.
    Expr.Argument argument() throws SyntaxError {
        Optional<Identifier> name = Optional.empty();
        if (cursor.at(TokenKind.IDENTIFIER) && cursor.kindAfter(1) == TokenKind.COLON) {
            name = Optional.of(cursor.expectName("a name"));
            cursor.take();
        }
        return new Expr.Argument(name, expressions.expression());
    }

    private Expr parenthesised() throws SyntaxError {
        Token opener = cursor.open();
        if (cursor.at(TokenKind.RIGHT_PAREN)) {
            throw cursor.unexpected("an expression", Optional.of("there is no empty tuple."));
        }
        Expr.Argument first = argument();
        if (first.name().isEmpty() && cursor.at(TokenKind.RIGHT_PAREN)) {
            cursor.close(opener, TokenKind.RIGHT_PAREN);
            return first.value();
        }
        var elements = new ArrayList<Expr.Argument>();
        elements.add(first);
        if (first.name().isPresent() && cursor.at(TokenKind.RIGHT_PAREN)) {
            throw cursor.unexpected("`,`", Optional.of("a tuple has at least two elements."));
        }
        while (cursor.accept(TokenKind.COMMA)) {
            elements.add(argument());
        }
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        return new Expr.TupleLiteral(elements, cursor.since(opener.span()));
    }

    private Expr list() throws SyntaxError {
        Token opener = cursor.open();
        var elements = new ArrayList<Expr>();
        if (!cursor.at(TokenKind.RIGHT_BRACKET)) {
            elements.add(expressions.expression());
            if (cursor.at(TokenKind.FOR)) {
                List<Expr.Clause> clauses = clauses();
                cursor.close(opener, TokenKind.RIGHT_BRACKET);
                return new Expr.ListComprehension(
                        elements.getFirst(), clauses, cursor.since(opener.span()));
            }
            while (cursor.accept(TokenKind.COMMA)) {
                elements.add(expressions.expression());
            }
        }
        cursor.close(opener, TokenKind.RIGHT_BRACKET);
        return new Expr.ListLiteral(elements, cursor.since(opener.span()));
    }

    private List<Expr.Clause> clauses() throws SyntaxError {
        var clauses = new ArrayList<Expr.Clause>();
        while (cursor.accept(TokenKind.FOR)) {
            Bind bind = bind();
            cursor.expect(TokenKind.IN, "after what the loop binds");
            Expr iterable = expressions.expression();
            Optional<Expr> filter =
                    cursor.accept(TokenKind.IF)
                            ? Optional.of(expressions.expression())
                            : Optional.empty();
            clauses.add(new Expr.Clause(bind, iterable, filter));
        }
        return clauses;
    }

    /// What a loop binds: `x`, `_`, `(a, b)`.
    Bind bind() throws SyntaxError {
        Token token = cursor.token();
        if (cursor.accept(TokenKind.WILDCARD)) {
            return new Bind.Nothing(token.span());
        }
        if (token.kind() != TokenKind.LEFT_PAREN) {
            return new Bind.Name(cursor.expectName("a name, `_` or `(`"));
        }
        cursor.nest();
        Token opener = cursor.open();
        var parts = new ArrayList<Bind>();
        parts.add(bind());
        cursor.expect(TokenKind.COMMA, "between the parts of a tuple");
        do {
            parts.add(bind());
        } while (cursor.accept(TokenKind.COMMA));
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        cursor.unnest();
        return new Bind.Parts(parts, cursor.since(opener.span()));
    }

    private Expr braces() throws SyntaxError {
        Token opener = cursor.open();
        if (cursor.at(TokenKind.RIGHT_BRACE)) {
            cursor.close(opener, TokenKind.RIGHT_BRACE);
            return new Expr.EmptyBraces(cursor.since(opener.span()));
        }
        boolean isNamed = atNamedKey();
        Expr first = isNamed ? nameOnly() : expressions.expression();
        Expr result;
        if (cursor.accept(TokenKind.COLON)) {
            result = entries(opener, first, isNamed);
        } else {
            result = elements(opener, first);
        }
        return result;
    }

    private boolean atNamedKey() {
        return cursor.at(TokenKind.IDENTIFIER) && cursor.kindAfter(1) == TokenKind.COLON;
    }

    private Expr nameOnly() {
        Token name = cursor.take();
        return new Expr.Name(name.text(), List.of(), name.span());
    }

    private Expr elements(Token opener, Expr first) throws SyntaxError {
        if (cursor.at(TokenKind.FOR)) {
            List<Expr.Clause> clauses = clauses();
            cursor.close(opener, TokenKind.RIGHT_BRACE);
            return new Expr.SetComprehension(first, clauses, cursor.since(opener.span()));
        }
        var elements = new ArrayList<Expr>();
        elements.add(first);
        while (cursor.accept(TokenKind.COMMA)) {
            elements.add(expressions.expression());
        }
        cursor.close(opener, TokenKind.RIGHT_BRACE);
        return new Expr.SetLiteral(elements, cursor.since(opener.span()));
    }

    /// The rest of a Map, a json object or a comprehension, after the first key and its colon.
    private Expr entries(Token opener, Expr firstKey, boolean isJson) throws SyntaxError {
        Expr firstValue = expressions.expression();
        if (cursor.at(TokenKind.FOR)) {
            List<Expr.Clause> clauses = clauses();
            cursor.close(opener, TokenKind.RIGHT_BRACE);
            Span span = cursor.since(opener.span());
            return new Expr.MapComprehension(firstKey, firstValue, clauses, span);
        }
        var entries = new ArrayList<Expr.Entry>();
        entries.add(new Expr.Entry(firstKey, firstValue));
        while (cursor.accept(TokenKind.COMMA)) {
            boolean isNamed = atNamedKey();
            Expr key = isNamed ? nameOnly() : expressions.expression();
            if (isNamed != isJson) {
                cursor.problems().add(new SyntaxProblem.MixedKeys(key.span(), firstKey.span()));
            }
            cursor.expect(TokenKind.COLON, "after the key");
            entries.add(new Expr.Entry(key, expressions.expression()));
        }
        cursor.close(opener, TokenKind.RIGHT_BRACE);
        Span span = cursor.since(opener.span());
        return isJson ? json(entries, span) : new Expr.MapLiteral(entries, span);
    }

    private static Expr json(List<Expr.Entry> entries, Span span) {
        var fields = new ArrayList<Expr.Field>();
        for (Expr.Entry entry : entries) {
            // A key that is no name was reported.
            if (entry.key() instanceof Expr.Name name) {
                fields.add(new Expr.Field(new Identifier(name.text(), name.span()), entry.value()));
            }
        }
        return new Expr.JsonLiteral(fields, span);
    }

    private Expr lambda() throws SyntaxError {
        Span first = cursor.token().span();
        FunctionKind kind = types.functionKind();
        List<Parameter> parameters = types.parameters();
        cursor.expect(TokenKind.FAT_ARROW, "before the body of the lambda");
        Expr body = expressions.expression();
        return new Expr.Lambda(kind, parameters, body, cursor.since(first));
    }
}
