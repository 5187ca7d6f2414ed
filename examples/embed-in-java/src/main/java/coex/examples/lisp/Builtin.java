package coex.examples.lisp;

/// What is there without a definition, by what programs call it.
enum Builtin {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    LESS("<"),
    EQUAL("="),
    PAIR("pair"),
    HEAD("head"),
    TAIL("tail"),
    PRINT("print");

    final String text;

    Builtin(String text) {
        this.text = text;
    }
}
