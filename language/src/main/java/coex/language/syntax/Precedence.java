package coex.language.syntax;

/// Levels of precedence of expressions, the tightest the highest: the parser reads by them, and the
/// formatter puts brackets by them.
public final class Precedence {

    public static final int CONDITIONAL = 0;
    public static final int OR = 1;
    public static final int AND = 2;
    public static final int NOT = 3;
    public static final int COALESCE = 4;
    public static final int COMPARE = 5;
    public static final int RANGE = 6;
    public static final int ADD = 7;
    public static final int MULTIPLY = 8;
    public static final int UNARY = 9;
    public static final int POSTFIX = 10;

    private Precedence() {}
}
