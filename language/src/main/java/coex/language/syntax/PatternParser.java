package coex.language.syntax;

import coex.language.source.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses the patterns of `match`.
final class PatternParser {

    private final TokenCursor cursor;
    private final LiteralParser literals;

    PatternParser(TokenCursor cursor, LiteralParser literals) {
        this.cursor = cursor;
        this.literals = literals;
    }

    /// A pattern and its colon. If it is wrong, the rest of the line is skipped.
    Pattern patternOrAnything() {
        int depth = cursor.depth();
        Span first = cursor.token().span();
        try {
            Pattern pattern = pattern();
            if (!cursor.at(TokenKind.COLON)) {
                throw cursor.unexpected("`:` after the pattern");
            }
            return pattern;
        } catch (SyntaxError _) {
            cursor.backTo(depth);
            while (!atEndOfPattern()) {
                cursor.take();
            }
            return new Pattern.Anything(first);
        }
    }

    private Pattern pattern() throws SyntaxError {
        Token token = cursor.token();
        return switch (token.kind()) {
            case WILDCARD -> new Pattern.Anything(cursor.take().span());
            case INTEGER, FLOAT, STRING, TRUE, FALSE, NIL -> {
                Expr value = literals.primary(false);
                yield new Pattern.Literal(value, value.span());
            }
            case MINUS -> negativeNumber();
            case IDENTIFIER -> namedPattern();
            default -> throw cursor.unexpected("a pattern: a literal, a variant or a name");
        };
    }

    private Pattern negativeNumber() throws SyntaxError {
        Token minus = cursor.take();
        if (!cursor.at(TokenKind.INTEGER) && !cursor.at(TokenKind.FLOAT)) {
            throw cursor.unexpected("a number after `-`");
        }
        Expr number = literals.primary(true);
        Span span = cursor.since(minus.span());
        return new Pattern.Literal(new Expr.Unary(UnaryOperator.NEGATE, number, span), span);
    }

    private Pattern namedPattern() throws SyntaxError {
        Identifier name = cursor.expectName("a pattern");
        if (cursor.at(TokenKind.DOT)) {
            throw cursor.unexpected(
                    "`:` after the pattern",
                    Optional.of("write the variant alone, without its type."));
        }
        if (!cursor.at(TokenKind.LEFT_PAREN)) {
            return new Pattern.Named(name, List.of(), name.span());
        }
        Token opener = cursor.open();
        var parts = new ArrayList<Bind>();
        do {
            Token part = cursor.token();
            parts.add(
                    cursor.accept(TokenKind.WILDCARD)
                            ? new Bind.Nothing(part.span())
                            : new Bind.Name(cursor.expectName("a name or `_`")));
        } while (cursor.accept(TokenKind.COMMA));
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        return new Pattern.Named(name, parts, cursor.since(name.span()));
    }

    private boolean atEndOfPattern() {
        return switch (cursor.kind()) {
            case COLON, NEWLINE, SEMICOLON, TILDE, END, ELSE, CASE, END_OF_FILE -> true;
            default -> false;
        };
    }
}
