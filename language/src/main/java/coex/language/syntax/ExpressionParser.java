package coex.language.syntax;

import static coex.language.syntax.Precedence.ADD;
import static coex.language.syntax.Precedence.AND;
import static coex.language.syntax.Precedence.COALESCE;
import static coex.language.syntax.Precedence.COMPARE;
import static coex.language.syntax.Precedence.MULTIPLY;
import static coex.language.syntax.Precedence.NOT;
import static coex.language.syntax.Precedence.OR;
import static coex.language.syntax.Precedence.RANGE;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses expressions: operators, calls and members here, literals in [LiteralParser].
///
/// Binary operators have levels of [Precedence]; [#binary] takes all operators from a level on.
final class ExpressionParser {

    /// Most operators or calls in a row: each makes the tree one level deeper.
    private static final int LONGEST_CHAIN = 4_000;

    private final TokenCursor cursor;
    private final TypeParser types;
    private final LiteralParser literals;

    ExpressionParser(TokenCursor cursor, TypeParser types) {
        this.cursor = cursor;
        this.types = types;
        this.literals = new LiteralParser(cursor, types, this);
    }

    Expr expression() throws SyntaxError {
        cursor.nest();
        Expr condition = binary(OR);
        Expr result = cursor.at(TokenKind.QUESTION) ? conditional(condition) : condition;
        cursor.unnest();
        return result;
    }

    /// `c ? a : b` or `c ? a ! b`, after its condition.
    private Expr conditional(Expr condition) throws SyntaxError {
        cursor.take();
        Expr then = expression();
        boolean exits = cursor.at(TokenKind.EXCLAMATION);
        if (!exits && !cursor.at(TokenKind.COLON) && !cursor.at(TokenKind.SEMICOLON)) {
            throw cursor.unexpected(
                    "`:` or `!`",
                    Optional.of(
                            "a conditional is written `c ? a : b`; the part after `:` is needed."));
        }
        cursor.take();
        Expr otherwise = expression();
        return new Expr.Conditional(
                condition, then, otherwise, exits, cursor.since(condition.span()));
    }

    // Operators

    private Expr binary(int lowest) throws SyntaxError {
        Expr left = cursor.at(TokenKind.NOT) && lowest <= NOT ? not() : unary();
        for (int length = 0; levelOf(cursor.kind()) >= lowest; length++) {
            if (length == LONGEST_CHAIN) {
                throw cursor.tooLong(LONGEST_CHAIN);
            }
            left = operation(left);
        }
        return left;
    }

    /// What `left` is an operand of, at the operator.
    private Expr operation(Expr left) throws SyntaxError {
        Token operator = cursor.take();
        int level = levelOf(operator.kind());
        Expr right = binary(level + 1);
        Span span = cursor.since(left.span());
        if (level == RANGE) {
            refuseSecond(RANGE, "the end of the range");
            return new Expr.Range(left, right, span);
        }
        if (level == COMPARE && levelOf(cursor.kind()) == COMPARE) {
            cursor.problems()
                    .add(new SyntaxProblem.ComparisonChain(cursor.token().span(), operator.span()));
        }
        return new Expr.Binary(operatorOf(operator.kind()), left, right, span);
    }

    private void refuseSecond(int level, String expected) throws SyntaxError {
        if (levelOf(cursor.kind()) == level) {
            throw cursor.unexpected(expected);
        }
    }

    private Expr not() throws SyntaxError {
        Token word = cursor.take();
        cursor.nest();
        Expr operand = binary(NOT);
        cursor.unnest();
        return new Expr.Unary(UnaryOperator.NOT, operand, cursor.since(word.span()));
    }

    private Expr unary() throws SyntaxError {
        if (!cursor.at(TokenKind.MINUS) && !cursor.at(TokenKind.AWAIT)) {
            return postfix(literals.primary(false));
        }
        Token operator = cursor.take();
        boolean negates = operator.kind() == TokenKind.MINUS;
        cursor.nest();
        Expr operand =
                negates && cursor.at(TokenKind.INTEGER) ? postfix(literals.primary(true)) : unary();
        cursor.unnest();
        return new Expr.Unary(
                negates ? UnaryOperator.NEGATE : UnaryOperator.AWAIT,
                operand,
                cursor.since(operator.span()));
    }

    private static int levelOf(TokenKind kind) {
        return switch (kind) {
            case OR -> OR;
            case AND -> AND;
            case COALESCE -> COALESCE;
            case EQUAL, NOT_EQUAL, LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> COMPARE;
            case RANGE -> RANGE;
            case PLUS, MINUS -> ADD;
            case STAR, SLASH, PERCENT -> MULTIPLY;
            default -> 0;
        };
    }

    private static BinaryOperator operatorOf(TokenKind kind) {
        return switch (kind) {
            case OR -> BinaryOperator.OR;
            case AND -> BinaryOperator.AND;
            case COALESCE -> BinaryOperator.COALESCE;
            case EQUAL -> BinaryOperator.EQUAL;
            case NOT_EQUAL -> BinaryOperator.NOT_EQUAL;
            case LESS -> BinaryOperator.LESS;
            case GREATER -> BinaryOperator.GREATER;
            case LESS_EQUAL -> BinaryOperator.LESS_EQUAL;
            case GREATER_EQUAL -> BinaryOperator.GREATER_EQUAL;
            case PLUS -> BinaryOperator.ADD;
            case MINUS -> BinaryOperator.SUBTRACT;
            case STAR -> BinaryOperator.MULTIPLY;
            case SLASH -> BinaryOperator.DIVIDE;
            case PERCENT -> BinaryOperator.REMAINDER;
            default -> throw new IllegalArgumentException("no operator: kind=" + kind);
        };
    }

    // Calls, members, subscripts

    private Expr postfix(Expr primary) throws SyntaxError {
        Expr result = primary;
        for (int length = 0; length <= LONGEST_CHAIN; length++) {
            switch (cursor.kind()) {
                case DOT -> result = member(result);
                case LEFT_PAREN -> result = call(result);
                case LEFT_BRACKET -> result = subscript(result);
                case AS -> {
                    cursor.take();
                    TypeExpr type = types.typeWithoutModule();
                    result = new Expr.As(result, type, cursor.since(result.span()));
                }
                default -> {
                    return result;
                }
            }
        }
        throw cursor.tooLong(LONGEST_CHAIN);
    }

    private Expr member(Expr receiver) throws SyntaxError {
        cursor.take();
        return switch (cursor.kind()) {
            case INTEGER -> tupleElement(receiver, cursor.take());
            case FLOAT -> twoTupleElements(receiver, cursor.take());
            case INT, FLOAT_TYPE, BOOL, STRING_TYPE, BYTE, CHAR -> {
                Token word = cursor.take();
                yield named(receiver, new Identifier(word.text(), word.span()));
            }
            default -> {
                if (cursor.kind().isReservedWord()) {
                    throw cursor.unexpected(
                            "the name of a member after `.`",
                            Optional.of(
                                    "%s is a reserved word; a field of json is also `[\"%s\"]`."
                                            .formatted(
                                                    cursor.kind().described(),
                                                    cursor.token().text())));
                }
                yield named(receiver, cursor.expectName("the name of a member after `.`"));
            }
        };
    }

    private Expr named(Expr receiver, Identifier name) {
        return new Expr.Member(receiver, name, cursor.since(receiver.span()));
    }

    private Expr tupleElement(Expr receiver, Token index) throws SyntaxError {
        return elementAt(receiver, index, index.text(), index.span());
    }

    /// `t.0.1`, whose `0.1` looks like a float.
    private Expr twoTupleElements(Expr receiver, Token indexes) throws SyntaxError {
        String text = indexes.text();
        int point = text.indexOf('.');
        Span span = indexes.span();
        if (point < 0 || !text.substring(point + 1).chars().allMatch(Character::isDigit)) {
            throw cursor.report(
                    new SyntaxProblem.Unexpected(
                            indexes, "the number of a tuple's element", Optional.empty()));
        }
        Span first = span.file().span(span.start(), span.start() + point);
        Expr outer = elementAt(receiver, indexes, text.substring(0, point), first);
        return elementAt(outer, indexes, text.substring(point + 1), span);
    }

    private Expr elementAt(Expr receiver, Token token, String digits, Span last)
            throws SyntaxError {
        try {
            return new Expr.TupleElement(
                    receiver, Integer.parseInt(digits), receiver.span().to(last));
        } catch (NumberFormatException e) {
            throw cursor.report(
                    new SyntaxProblem.Unexpected(
                            token, "the number of a tuple's element", Optional.empty()));
        }
    }

    private Expr call(Expr callee) throws SyntaxError {
        Token opener = cursor.open();
        List<Expr.Argument> arguments = new ArrayList<>();
        if (!cursor.at(TokenKind.RIGHT_PAREN)) {
            do {
                arguments.add(literals.argument());
            } while (cursor.accept(TokenKind.COMMA));
        }
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        return new Expr.Call(callee, arguments, cursor.since(callee.span()));
    }

    private Expr subscript(Expr receiver) throws SyntaxError {
        Token opener = cursor.open();
        Optional<Expr> from =
                cursor.at(TokenKind.COLON) ? Optional.empty() : Optional.of(expression());
        if (from.isEmpty() || cursor.at(TokenKind.COLON)) {
            cursor.take();
            Optional<Expr> to =
                    cursor.at(TokenKind.RIGHT_BRACKET)
                            ? Optional.empty()
                            : Optional.of(expression());
            cursor.close(opener, TokenKind.RIGHT_BRACKET);
            return new Expr.Slice(receiver, from, to, cursor.since(receiver.span()));
        }
        var indexes = new ArrayList<Expr>();
        indexes.add(from.get());
        while (cursor.accept(TokenKind.COMMA)) {
            indexes.add(expression());
        }
        cursor.close(opener, TokenKind.RIGHT_BRACKET);
        return new Expr.Index(receiver, indexes, cursor.since(receiver.span()));
    }
}
