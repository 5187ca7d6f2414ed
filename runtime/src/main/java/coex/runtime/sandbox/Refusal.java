package coex.runtime.sandbox;

import coex.runtime.error.CoexError;
import coex.runtime.error.VisibleText;

/// The error of a program that asks for what it may not have. It ends the program, as every runtime
/// error does.
public final class Refusal {

    private Refusal() {}

    /// @param what was asked for, as in `reading a file is not allowed: path=/etc/passwd`
    /// @param option what would allow it
    public static CoexError of(String what, String option) {
        return new CoexError("%s (%s would allow it)".formatted(VisibleText.line(what), option));
    }
}
