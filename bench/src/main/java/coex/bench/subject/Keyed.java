package coex.bench.subject;

import java.util.Locale;

/// The collections that have keys.
public enum Keyed {
    MAP,
    SET,
    SORTED_MAP;

    public KeyedSubject of(Contender contender, KeyKind keys) {
        return switch (this) {
            case MAP -> contender.maps(keys);
            case SET -> contender.sets(keys);
            case SORTED_MAP -> contender.sortedMaps(keys);
        };
    }

    /// Its name in rows.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
