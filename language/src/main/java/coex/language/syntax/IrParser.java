package coex.language.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses `llvm_ir(v -> %a, ...) -> %r: type """..."""`. The text itself is read when it is
/// checked.
final class IrParser {

    private final TokenCursor cursor;

    IrParser(TokenCursor cursor) {
        this.cursor = cursor;
    }

    Expr expression() throws SyntaxError {
        Token word = cursor.take();
        List<Expr.IrBinding> bindings = cursor.at(TokenKind.LEFT_PAREN) ? bindings() : List.of();
        Optional<Expr.IrResult> result = Optional.empty();
        if (cursor.accept(TokenKind.ARROW)) {
            Identifier register = register();
            cursor.expect(TokenKind.COLON, "and a type after the register of the result");
            result = Optional.of(new Expr.IrResult(register, irType()));
        }
        Token text = cursor.expect(TokenKind.TRIPLE_STRING, "with the instructions");
        return new Expr.LlvmIr(
                bindings,
                result,
                new Expr.IrText(text.text(), text.span()),
                cursor.since(word.span()));
    }

    private List<Expr.IrBinding> bindings() throws SyntaxError {
        Token opener = cursor.open();
        var bindings = new ArrayList<Expr.IrBinding>();
        do {
            Identifier variable = cursor.expectName("the name of a variable");
            cursor.expect(TokenKind.ARROW, "and a register after the variable");
            Identifier register = register();
            Optional<Identifier> type =
                    cursor.accept(TokenKind.COLON) ? Optional.of(irType()) : Optional.empty();
            bindings.add(new Expr.IrBinding(variable, register, type));
        } while (cursor.accept(TokenKind.COMMA));
        cursor.close(opener, TokenKind.RIGHT_PAREN);
        return bindings;
    }

    /// `%name`: a percent sign and a word with nothing between them. Reserved words are good names.
    private Identifier register() throws SyntaxError {
        Token percent = cursor.expect(TokenKind.PERCENT, "and the name of a register");
        Token name = cursor.token();
        boolean isWord = name.kind() == TokenKind.IDENTIFIER || name.kind().isReservedWord();
        boolean isAdjacent = name.span().start() == percent.span().end();
        if (!isWord || !isAdjacent) {
            throw cursor.unexpected("the name of a register right after `%`");
        }
        cursor.take();
        return new Identifier(name.text(), percent.span().to(name.span()));
    }

    private Identifier irType() throws SyntaxError {
        return cursor.expectName("an LLVM type such as `i64`");
    }
}
