package coex.bench.subject;

import java.util.Locale;

/// The collections that have keys.
public enum Keyed {
    MAP,
    SET;

    public KeyedSubject of(Contender contender, KeyKind keys) {
        return this == MAP ? contender.maps(keys) : contender.sets(keys);
    }

    /// Its name in rows.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
