package coex.bench.subject;

/// The libraries whose collections are measured in the same way.
public enum Contender {
    OURS("Coex") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return keys == KeyKind.LONG ? new OurMaps.OfLongs() : new OurMaps.OfStrings();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return keys == KeyKind.LONG ? new OurSets.OfLongs() : new OurSets.OfStrings();
        }

        @Override
        public KeyedSubject sortedMaps(KeyKind keys) {
            return keys == KeyKind.LONG
                    ? new OurSortedMaps.OfLongs()
                    : new OurSortedMaps.OfStrings();
        }

        @Override
        public KeyedSubject sortedSets(KeyKind keys) {
            return keys == KeyKind.LONG
                    ? new OurSortedSets.OfLongs()
                    : new OurSortedSets.OfStrings();
        }

        @Override
        public ListSubject lists() {
            return new OurLists();
        }
    },
    /// The same through the Java face.
    OUR_FACE("Coex, Java face") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new FaceMaps(keys);
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            throw new IllegalArgumentException("not measured: sets through the Java face");
        }

        @Override
        public KeyedSubject sortedMaps(KeyKind keys) {
            return new FaceSortedMaps(keys);
        }

        @Override
        public KeyedSubject sortedSets(KeyKind keys) {
            return new FaceSortedSets(keys);
        }

        @Override
        public ListSubject lists() {
            return new FaceLists();
        }
    },
    CLOJURE("Clojure") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new ClojureMaps();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return new ClojureSets();
        }

        @Override
        public KeyedSubject sortedMaps(KeyKind keys) {
            return new ClojureSortedMaps();
        }

        @Override
        public KeyedSubject sortedSets(KeyKind keys) {
            return new ClojureSortedSets();
        }

        @Override
        public ListSubject lists() {
            return new ClojureLists();
        }
    },
    SCALA("Scala") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new ScalaMaps();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return new ScalaSets();
        }

        @Override
        public KeyedSubject sortedMaps(KeyKind keys) {
            return new ScalaSortedMaps();
        }

        @Override
        public KeyedSubject sortedSets(KeyKind keys) {
            return new ScalaSortedSets();
        }

        @Override
        public ListSubject lists() {
            return new ScalaLists();
        }
    },
    KOTLINX("kotlinx") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new KotlinxMaps();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return new KotlinxSets();
        }

        @Override
        public ListSubject lists() {
            return new KotlinxLists();
        }
    },
    PAGURO("Paguro") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new PaguroMaps();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return new PaguroSets();
        }

        @Override
        public KeyedSubject sortedMaps(KeyKind keys) {
            return new PaguroSortedMaps();
        }

        @Override
        public KeyedSubject sortedSets(KeyKind keys) {
            return new PaguroSortedSets();
        }

        @Override
        public ListSubject lists() {
            return new PaguroLists();
        }
    },
    VAVR("Vavr") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new VavrMaps();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return new VavrSets();
        }

        @Override
        public ListSubject lists() {
            return new VavrLists();
        }
    },
    PCOLLECTIONS("PCollections") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new PcollectionsMaps();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return new PcollectionsSets();
        }

        @Override
        public ListSubject lists() {
            return new PcollectionsLists();
        }
    },
    /// Not persistent: what nobody here can reach.
    JAVA_UTIL("java.util") {
        @Override
        public KeyedSubject maps(KeyKind keys) {
            return new MutableMaps();
        }

        @Override
        public KeyedSubject sets(KeyKind keys) {
            return new MutableSets();
        }

        @Override
        public KeyedSubject sortedMaps(KeyKind keys) {
            return new MutableSortedMaps();
        }

        @Override
        public KeyedSubject sortedSets(KeyKind keys) {
            return new MutableSortedSets();
        }

        @Override
        public ListSubject lists() {
            return new MutableLists();
        }
    };

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    /// Its name in rows.
    public String title() {
        return title;
    }

    public boolean isOurs() {
        return this == OURS || this == OUR_FACE;
    }

    /// Whether it is a persistent library that is not ours.
    public boolean isPeer() {
        return !isOurs() && this != JAVA_UTIL;
    }

    public abstract KeyedSubject maps(KeyKind keys);

    public abstract KeyedSubject sets(KeyKind keys);

    /// Of those that [#hasSorted].
    public KeyedSubject sortedMaps(KeyKind keys) {
        throw new IllegalArgumentException("not measured: sorted maps of " + title);
    }

    /// Of those that [#hasSorted].
    public KeyedSubject sortedSets(KeyKind keys) {
        throw new IllegalArgumentException("not measured: sorted sets of " + title);
    }

    /// Whether sorted maps and sets are measured.
    public boolean hasSorted() {
        return switch (this) {
            case OURS, OUR_FACE, CLOJURE, SCALA, PAGURO, JAVA_UTIL -> true;
            case KOTLINX, VAVR, PCOLLECTIONS -> false;
        };
    }

    public abstract ListSubject lists();
}
