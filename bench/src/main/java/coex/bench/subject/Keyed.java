package coex.bench.subject;

import java.util.Locale;

/// The collections that have keys.
public enum Keyed {
    MAP,
    SET,
    SORTED_MAP,
    SORTED_SET;

    public KeyedSubject of(Contender contender, KeyKind keys) {
        return switch (this) {
            case MAP -> contender.maps(keys);
            case SET -> contender.sets(keys);
            case SORTED_MAP -> contender.sortedMaps(keys);
            case SORTED_SET -> contender.sortedSets(keys);
        };
    }

    public boolean isSorted() {
        return this == SORTED_MAP || this == SORTED_SET;
    }

    /// Its name in rows.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
