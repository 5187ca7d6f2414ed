package coex.language.syntax;

import java.util.Optional;

/// How an assignment gets its new value.
public enum AssignOperator {
    SET("=", null),
    MOVE(":=", null),
    ADD("+=", BinaryOperator.ADD),
    SUBTRACT("-=", BinaryOperator.SUBTRACT),
    MULTIPLY("*=", BinaryOperator.MULTIPLY),
    DIVIDE("/=", BinaryOperator.DIVIDE),
    REMAINDER("%=", BinaryOperator.REMAINDER);

    private final String text;
    private final Optional<BinaryOperator> operator;

    AssignOperator(String text, BinaryOperator operator) {
        this.text = text;
        this.operator = Optional.ofNullable(operator);
    }

    public String text() {
        return text;
    }

    /// What a compound assignment does with the old value and the right side.
    public Optional<BinaryOperator> operator() {
        return operator;
    }
}
