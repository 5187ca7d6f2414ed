package coex.language.syntax;

public enum UnaryOperator {
    NEGATE("-"),
    NOT("not"),
    AWAIT("await");

    private final String text;

    UnaryOperator(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
