package coex.bench.subject;

import java.util.Locale;

/// What the keys of a measured map are.
public enum KeyKind {
    /// Random longs.
    LONG,
    /// Strings of 8 to 40 random letters and digits, one byte each in every contender.
    STRING;

    /// Its name in rows.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
