package coex.bench.program;

import clojure.lang.IPersistentMap;
import clojure.lang.PersistentHashMap;

import coex.bench.subject.Keys;

/// [MapChurn] with Clojure's map in a volatile field.
public final class ClojureMapChurn extends MapChurn {

    private Keys keys;

    /// The version last published; the writer sets it, readers read it.
    private volatile IPersistentMap published;

    private ClojureMapChurn() {}

    /// Arguments: entries, milliseconds.
    static void main(String[] args) throws InterruptedException {
        new ClojureMapChurn().run(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    }

    @Override
    Access build(Keys newKeys) {
        keys = newKeys;
        IPersistentMap map = PersistentHashMap.EMPTY;
        for (int i = 0; i < keys.size(); i++) {
            map = map.assoc(keys.stored()[i], keys.values()[i]);
        }
        published = map;
        return new Plain();
    }

    @Override
    Access attach() {
        return new Plain();
    }

    private final class Plain implements Access {
        private final Object[] sought = keys.sought();

        @Override
        public void replace(int position, long value) {
            published = published.assoc(sought[position], value);
        }

        @Override
        public boolean get(int position) {
            return published.valAt(sought[position]) != null;
        }

        @Override
        public void end() {}
    }
}
