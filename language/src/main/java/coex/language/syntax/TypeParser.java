package coex.language.syntax;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses types.
final class TypeParser {

    private final TokenCursor cursor;

    TypeParser(TokenCursor cursor) {
        this.cursor = cursor;
    }

    TypeExpr type() throws SyntaxError {
        return type(true);
    }

    /// The type after `as`, where a point begins a member of the value.
    TypeExpr typeWithoutModule() throws SyntaxError {
        return type(false);
    }

    private TypeExpr type(boolean mayHaveModule) throws SyntaxError {
        cursor.nest();
        TypeExpr base = base(mayHaveModule);
        cursor.unnest();
        if (!cursor.at(TokenKind.QUESTION)) {
            return base;
        }
        cursor.take();
        return new TypeExpr.Optionally(base, cursor.since(base.span()));
    }

    /// `-> T`, if it is there.
    Optional<TypeExpr> result() throws SyntaxError {
        return cursor.accept(TokenKind.ARROW) ? Optional.of(type()) : Optional.empty();
    }

    /// `<A, B>`, at its `<`.
    List<TypeExpr> arguments() throws SyntaxError {
        cursor.expect(TokenKind.LESS, "before type arguments");
        var arguments = new ArrayList<TypeExpr>();
        do {
            arguments.add(type());
        } while (cursor.accept(TokenKind.COMMA));
        cursor.expect(TokenKind.GREATER, "after type arguments");
        return arguments;
    }

    private TypeExpr base(boolean mayHaveModule) throws SyntaxError {
        return switch (cursor.kind()) {
            case INT,
                    FLOAT_TYPE,
                    BOOL,
                    STRING_TYPE,
                    BYTE,
                    CHAR,
                    JSON,
                    ATOMIC_INT,
                    ATOMIC_FLOAT,
                    ATOMIC_BOOL ->
                    reserved();
            case IDENTIFIER -> named(mayHaveModule);
            case LEFT_BRACKET -> listOf();
            case LEFT_PAREN -> tuple();
            case FORMULA, FUNC, TASK -> function();
            default -> throw cursor.unexpected("a type");
        };
    }

    private TypeExpr reserved() {
        Token word = cursor.take();
        return new TypeExpr.Named(new Identifier(word.text(), word.span()), List.of(), word.span());
    }

    private TypeExpr named(boolean mayHaveModule) throws SyntaxError {
        Identifier name = cursor.expectName("a type");
        if (mayHaveModule
                && cursor.at(TokenKind.DOT)
                && cursor.kindAfter(1) == TokenKind.IDENTIFIER) {
            cursor.take();
            Identifier inModule = cursor.expectName("a type");
            name = new Identifier(name + "." + inModule, cursor.since(name.span()));
        }
        List<TypeExpr> arguments = cursor.at(TokenKind.LESS) ? arguments() : List.of();
        return new TypeExpr.Named(name, arguments, cursor.since(name.span()));
    }

    private TypeExpr listOf() throws SyntaxError {
        Token opener = cursor.open();
        TypeExpr element = type();
        cursor.close(opener, TokenKind.RIGHT_BRACKET);
        return new TypeExpr.ListOf(element, cursor.since(opener.span()));
    }

    private TypeExpr tuple() throws SyntaxError {
        Token opener = cursor.open();
        var elements = new ArrayList<TypeExpr.Element>();
        elements.add(element());
        if (!cursor.at(TokenKind.COMMA)) {
            throw cursor.unexpected("`,`", Optional.of("a tuple type has at least two elements."));
        }
        while (cursor.accept(TokenKind.COMMA)) {
            elements.add(element());
        }
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        return new TypeExpr.Tuple(elements, cursor.since(opener.span()));
    }

    private TypeExpr.Element element() throws SyntaxError {
        Optional<Identifier> name = Optional.empty();
        if (cursor.at(TokenKind.IDENTIFIER) && cursor.kindAfter(1) == TokenKind.COLON) {
            name = Optional.of(cursor.expectName("a name"));
            cursor.take();
        }
        return new TypeExpr.Element(name, type());
    }

    private TypeExpr function() throws SyntaxError {
        Span first = cursor.token().span();
        FunctionKind kind = functionKind();
        if (!cursor.at(TokenKind.LEFT_PAREN)) {
            throw cursor.unexpected("`(` with the types of the parameters");
        }
        Token opener = cursor.open();
        var parameters = new ArrayList<TypeExpr>();
        if (!cursor.at(TokenKind.RIGHT_PAREN)) {
            do {
                parameters.add(type());
            } while (cursor.accept(TokenKind.COMMA));
        }
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        Optional<TypeExpr> result = result();
        return new TypeExpr.Function(kind, parameters, result, cursor.since(first));
    }

    /// Takes `formula`, `func` or `task`.
    FunctionKind functionKind() throws SyntaxError {
        FunctionKind kind =
                switch (cursor.kind()) {
                    case FORMULA -> FunctionKind.FORMULA;
                    case FUNC -> FunctionKind.FUNC;
                    case TASK -> FunctionKind.TASK;
                    default -> throw cursor.unexpected("`formula`, `func` or `task`");
                };
        cursor.take();
        return kind;
    }

    /// Parameters in parentheses.
    List<Parameter> parameters() throws SyntaxError {
        if (!cursor.at(TokenKind.LEFT_PAREN)) {
            throw cursor.unexpected("`(` before the parameters");
        }
        Token opener = cursor.open();
        var parameters = new ArrayList<Parameter>();
        if (!cursor.at(TokenKind.RIGHT_PAREN)) {
            do {
                parameters.add(parameter());
            } while (cursor.accept(TokenKind.COMMA));
        }
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        return parameters;
    }

    private Parameter parameter() throws SyntaxError {
        Span first = cursor.token().span();
        boolean isPositional = cursor.accept(TokenKind.WILDCARD);
        Identifier name = cursor.expectName("the name of a parameter");
        cursor.expect(TokenKind.COLON, "and a type after the parameter's name");
        return new Parameter(name, type(), isPositional, cursor.since(first));
    }
}
