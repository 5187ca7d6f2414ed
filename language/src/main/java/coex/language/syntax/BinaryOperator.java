package coex.language.syntax;

/// Operators between two expressions.
public enum BinaryOperator {
    OR("or"),
    AND("and"),
    COALESCE("??"),
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    GREATER(">"),
    LESS_EQUAL("<="),
    GREATER_EQUAL(">="),
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%");

    private final String text;

    BinaryOperator(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
