package coex.bench.program;

import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.text.Strings;
import coex.collections.value.Primitive;
import coex.gc.mutator.MutatorContext;

/// What programs in the language assume to complete comfortably, and the seconds they allow for it.
///
/// The names say what is done; where it is done so many times, `divisor` makes it less. Every
/// result is looked at, so that none of the work can be wrong or left out.
public enum CapacityWork {
    MAP_OF_10_000_000(60) {
        @Override
        void run(Capacity capacity, int divisor) {
            MapType type = longs(capacity);
            int size = 10_000_000 / divisor;
            long map = grown(capacity, type, size);
            for (int i = 0; i < size; i++) {
                expect(i, type.get(capacity.context(), map, i, -1));
            }
        }
    },
    SET_OF_10_000_000(60) {
        @Override
        void run(Capacity capacity, int divisor) {
            SetType type = SetType.of(capacity.heap(), Primitive.LONG);
            MutatorContext mutator = capacity.context();
            int size = 10_000_000 / divisor;
            long set = 0;
            for (int i = 0; i < size; i++) {
                set = type.add(mutator, set, i);
            }
            for (int i = 0; i < size; i++) {
                expect(1, type.has(mutator, set, i) ? 1 : 0);
            }
        }
    },
    /// Each of the two versions differs from the map in every tenth entry.
    TWO_VERSIONS_OF_1_000_000(30) {
        @Override
        void run(Capacity capacity, int divisor) {
            MapType type = longs(capacity);
            MutatorContext mutator = capacity.context();
            int size = 1_000_000 / divisor;
            long map = grown(capacity, type, size);
            capacity.keep(0, map);
            for (int version = 1; version <= 2; version++) {
                long changed = map;
                for (int i = version; i < size; i += 10) {
                    changed = type.set(mutator, changed, i, -version);
                }
                capacity.keep(version, changed);
                expect(-version, type.get(mutator, changed, version, 0));
            }
            expect(1, type.get(mutator, map, 1, 0));
        }
    },
    REMOVE_HALF_OF_1_000_000(90) {
        @Override
        void run(Capacity capacity, int divisor) {
            MapType type = longs(capacity);
            MutatorContext mutator = capacity.context();
            int size = 1_000_000 / divisor;
            long map = grown(capacity, type, size);
            for (int i = 0; i < size; i += 2) {
                map = type.remove(mutator, map, i);
            }
            expect(size / 2, type.size(mutator, map));
        }
    },
    VERSIONS_1000_OF_100_000(60) {
        @Override
        void run(Capacity capacity, int divisor) {
            MapType type = longs(capacity);
            ListType versions = ListType.of(capacity.heap(), type);
            MutatorContext mutator = capacity.context();
            int count = 1000;
            long map = grown(capacity, type, 100_000 / divisor);
            long list = 0;
            for (int i = 0; i < count; i++) {
                capacity.keep(0, list);
                map = type.set(mutator, map, i, -1 - i);
                capacity.keep(1, map);
                list = versions.append(mutator, list, map);
            }
            for (int i = 0; i < count; i++) {
                expect(-1 - i, type.get(mutator, versions.get(mutator, list, i), i, 0));
            }
        }
    },
    SHORT_LIVED_MAPS_1_000_000(120) {
        @Override
        void run(Capacity capacity, int divisor) {
            MapType type = longs(capacity);
            MutatorContext mutator = capacity.context();
            for (int i = 1; i <= 1_000_000 / divisor; i++) {
                long map = type.set(mutator, type.set(mutator, 0, i, 1), -i, 2);
                expect(2, type.get(mutator, map, -i, 0));
                collectEvery(capacity, i, 1000);
            }
        }
    },
    SHORT_LIVED_SETS_1_000_000(120) {
        @Override
        void run(Capacity capacity, int divisor) {
            SetType type = SetType.of(capacity.heap(), Primitive.LONG);
            MutatorContext mutator = capacity.context();
            for (int i = 1; i <= 1_000_000 / divisor; i++) {
                long set = type.add(mutator, type.add(mutator, 0, i), -i);
                expect(2, type.size(mutator, set));
                collectEvery(capacity, i, 1000);
            }
        }
    },
    SHORT_LIVED_STRINGS_1_000_000(120) {
        @Override
        void run(Capacity capacity, int divisor) {
            Strings type = Strings.of(capacity.heap());
            MutatorContext mutator = capacity.context();
            long first = type.of(mutator, "a short-lived ");
            capacity.keep(0, first);
            long second = type.of(mutator, "string");
            capacity.keep(1, second);
            for (int i = 1; i <= 1_000_000 / divisor; i++) {
                expect(20, type.length(mutator, type.concat(mutator, first, second)));
                collectEvery(capacity, i, 1000);
            }
        }
    },
    SHORT_LIVED_LISTS_100_000(120) {
        @Override
        void run(Capacity capacity, int divisor) {
            ListType type = ListType.of(capacity.heap(), Primitive.LONG);
            MutatorContext mutator = capacity.context();
            for (int i = 1; i <= 100_000 / divisor; i++) {
                long list = 0;
                for (int element = 0; element < 10; element++) {
                    list = type.append(mutator, list, element);
                }
                expect(9, type.get(mutator, list, 9));
                collectEvery(capacity, i, 100);
            }
        }
    },
    /// A collection of a tiny heap has to take far less than a millisecond, so 50,000 far less than
    /// 50 s.
    TINY_COLLECTIONS_50_000(50) {
        @Override
        void run(Capacity capacity, int divisor) {
            MapType type = longs(capacity);
            MutatorContext mutator = capacity.context();
            for (int i = 1; i <= 50_000 / divisor; i++) {
                capacity.keep(0, type.set(mutator, type.set(mutator, 0, i, 1), -i, 2));
                capacity.heap().collect();
            }
        }
    },
    UNCOLLECTED_MAPS_1_000_000(60) {
        @Override
        void run(Capacity capacity, int divisor) {
            MapType type = longs(capacity);
            MutatorContext mutator = capacity.context();
            for (int i = 1; i <= 1_000_000 / divisor; i++) {
                long map = type.set(mutator, type.set(mutator, 0, i, 1), -i, 2);
                expect(1, type.get(mutator, map, i, 0));
            }
        }
    },
    STRING_OF_1_000_000(10) {
        @Override
        void run(Capacity capacity, int divisor) {
            Strings type = Strings.of(capacity.heap());
            MutatorContext mutator = capacity.context();
            long letter = type.of(mutator, "x");
            capacity.keep(0, letter);
            int length = 1_000_000 / divisor;
            long string = 0;
            for (int i = 0; i < length; i++) {
                string = type.concat(mutator, string, letter);
            }
            capacity.keep(1, string);
            for (int i = 0; i + 50 <= length && i < 10_000; i++) {
                expect(50, type.length(mutator, type.slice(mutator, string, i, i + 50)));
            }
            expect(length, type.length(mutator, string));
        }
    },
    LIST_OF_10_000_000(10) {
        @Override
        void run(Capacity capacity, int divisor) {
            ListType type = ListType.of(capacity.heap(), Primitive.LONG);
            MutatorContext mutator = capacity.context();
            int size = 10_000_000 / divisor;
            long list = 0;
            for (int i = 0; i < size; i++) {
                list = type.append(mutator, list, i);
            }
            for (int i = 0; i < size; i++) {
                expect(i, type.get(mutator, list, i));
            }
        }
    };

    private final int budgetSeconds;

    CapacityWork(int budgetSeconds) {
        this.budgetSeconds = budgetSeconds;
    }

    public int budgetSeconds() {
        return budgetSeconds;
    }

    abstract void run(Capacity capacity, int divisor);

    private static MapType longs(Capacity capacity) {
        return MapType.of(capacity.heap(), Primitive.LONG, Primitive.LONG);
    }

    /// A map of the numbers below `size` to themselves, by single updates.
    private static long grown(Capacity capacity, MapType type, int size) {
        long map = 0;
        for (int i = 0; i < size; i++) {
            map = type.set(capacity.context(), map, i, i);
        }
        return map;
    }

    private static void collectEvery(Capacity capacity, int number, int period) {
        if (number % period == 0) {
            capacity.heap().collect();
        }
    }

    private static void expect(long expected, long found) {
        if (expected != found) {
            throw new IllegalStateException(
                    "wrong result: expected=%d found=%d".formatted(expected, found));
        }
    }
}
