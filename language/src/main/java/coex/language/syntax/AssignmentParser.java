package coex.language.syntax;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.Optional;

/// Parses statements that are an expression or give a value to something: bindings and assignments.
final class AssignmentParser {

    private final TokenCursor cursor;
    private final TypeParser types;
    private final ExpressionParser expressions;

    AssignmentParser(TokenCursor cursor, TypeParser types, ExpressionParser expressions) {
        this.cursor = cursor;
        this.types = types;
        this.expressions = expressions;
    }

    Stmt binding() throws SyntaxError {
        Span first = cursor.token().span();
        boolean isConst = cursor.accept(TokenKind.CONST);
        Identifier name = cursor.expectName("the name of a variable");
        Optional<TypeExpr> type =
                cursor.accept(TokenKind.COLON) ? Optional.of(types.type()) : Optional.empty();
        boolean moves = cursor.at(TokenKind.MOVE);
        if (!moves && !cursor.at(TokenKind.ASSIGN)) {
            throw cursor.unexpected("`=` and a value");
        }
        cursor.take();
        Expr value = expressions.expression();
        return new Stmt.Binding(isConst, name, type, moves, value, cursor.since(first));
    }

    /// Whether `(a, b) =` stands here. Within the brackets there can be line ends.
    boolean namesBeforeAssignment() {
        TokenCursor ahead = cursor.ahead();
        ahead.open();
        int names = 0;
        do {
            if (!ahead.accept(TokenKind.IDENTIFIER)) {
                return false;
            }
            names++;
        } while (ahead.accept(TokenKind.COMMA));
        return names > 1
                && ahead.kind() == TokenKind.RIGHT_PAREN
                && ahead.kindAfter(1) == TokenKind.ASSIGN;
    }

    Stmt destructure() throws SyntaxError {
        Token opener = cursor.open();
        var names = new ArrayList<Identifier>();
        do {
            names.add(cursor.expectName("the name of a variable"));
        } while (cursor.accept(TokenKind.COMMA));
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        cursor.take();
        Expr value = expressions.expression();
        return new Stmt.Destructure(names, value, cursor.since(opener.span()));
    }

    Stmt simple() throws SyntaxError {
        Expr target = expressions.expression();
        Optional<AssignOperator> operator = assignOperator();
        if (operator.isEmpty()) {
            return new Stmt.Evaluate(target, target.span());
        }
        cursor.take();
        Expr value = expressions.expression();
        return new Stmt.Assign(target, operator.get(), value, cursor.since(target.span()));
    }

    private Optional<AssignOperator> assignOperator() {
        return switch (cursor.kind()) {
            case ASSIGN -> Optional.of(AssignOperator.SET);
            case MOVE -> Optional.of(AssignOperator.MOVE);
            case PLUS_ASSIGN -> Optional.of(AssignOperator.ADD);
            case MINUS_ASSIGN -> Optional.of(AssignOperator.SUBTRACT);
            case STAR_ASSIGN -> Optional.of(AssignOperator.MULTIPLY);
            case SLASH_ASSIGN -> Optional.of(AssignOperator.DIVIDE);
            case PERCENT_ASSIGN -> Optional.of(AssignOperator.REMAINDER);
            default -> Optional.empty();
        };
    }
}
