// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Makes a map or set of two, and looks at nothing that the two share.
///
/// If one is much smaller, its entries are looked up in the other. Else it goes through both twice.
/// The first time it counts what would have to be changed in either of them, and what would have to
/// be put together if the result were built anew. Then it does what takes least: so few changes of
/// a large map take few updates, and two maps that have little in common are not changed entry by
/// entry. For one thread, and one result.
public abstract class PairMerge {

    /// Which entries are in the result.
    public enum Choice {
        UNION,
        INTERSECTION,
        DIFFERENCE
    }

    /// How many times as large as the other a map is if it is not gone through.
    private static final int MUCH_LARGER = 16;

    private static final int RESULT_SLOT = 2;

    private final MutatorContext mutator;

    /// The two, and the result so far.
    private RootFrame roots;

    private Choice choice;

    private int entered;

    protected PairMerge(MutatorContext mutator) {
        this.mutator = mutator;
    }

    // What depends on how maps are made

    protected abstract PairWalk walk(long first, long second);

    protected abstract long size(long root);

    protected abstract boolean has(long root, long key);

    /// The value of a key that is there; 0 in a set.
    protected abstract long get(long root, long key);

    protected abstract long set(long root, long key, long value);

    protected abstract long remove(long root, long key);

    /// Shows all entries of a part; the visitor comes to safepoints.
    protected abstract void forEach(long part, EntryVisitor visitor);

    /// An update takes about as long as building with so many entries.
    protected abstract int entriesOfUpdate();

    /// About how many entries it takes to put so many shared parts together, of a result with so
    /// many entries.
    protected abstract long costOfParts(long parts, long result);

    // Building anew, in the order of the walk. What is added stays rooted

    protected abstract void add(long key, long value);

    protected abstract void addPart(long part);

    /// The map of all that was added, which is rooted no more.
    protected abstract long built();

    /// The entries of both that `chosen` says. Where both have a key, the value of the second
    /// counts in a union, and that of the first in an intersection. A safepoint.
    public final long merge(long first, long second, Choice chosen) {
        if (first == second || first == 0 || second == 0) {
            return withNothing(first, second, chosen);
        }
        choice = chosen;
        try (RootFrame frame = RootFrame.of(mutator, first, second, 0)) {
            roots = frame;
            if (size(second) < size(first) / MUCH_LARGER) {
                return lookSecondUp(first, second);
            }
            if (size(first) < size(second) / MUCH_LARGER) {
                return lookFirstUp(first, second);
            }
            Counts counts = new Counts();
            visit(first, second, counts);
            return cheapest(first, second, counts);
        }
    }

    private static long withNothing(long first, long second, Choice chosen) {
        return switch (chosen) {
            case UNION -> second == 0 ? first : second;
            case INTERSECTION -> first == second ? first : 0;
            case DIFFERENCE -> first == second ? 0 : first;
        };
    }

    private long lookSecondUp(long first, long second) {
        if (choice == Choice.INTERSECTION) {
            forEach(
                    second,
                    (key, _) -> {
                        if (has(first, key)) {
                            add(key, get(first, key));
                        }
                    });
            return built();
        }
        Changing result = new Changing(true);
        roots.set(RESULT_SLOT, first);
        if (choice == Choice.UNION) {
            forEach(second, result::put);
        } else {
            forEach(second, (key, _) -> result.drop(key));
        }
        return roots.get(RESULT_SLOT);
    }

    private long lookFirstUp(long first, long second) {
        if (choice == Choice.UNION) {
            Changing result = new Changing(false);
            roots.set(RESULT_SLOT, second);
            forEach(
                    first,
                    (key, value) -> {
                        if (!has(second, key)) {
                            result.put(key, value);
                        }
                    });
            return roots.get(RESULT_SLOT);
        }
        forEach(
                first,
                (key, value) -> {
                    if (has(second, key) == (choice == Choice.INTERSECTION)) {
                        add(key, value);
                    }
                });
        return built();
    }

    private long cheapest(long first, long second, Counts counts) {
        long changes;
        long otherChanges;
        long result;
        switch (choice) {
            case UNION -> {
                changes = counts.onlySecond + counts.changed;
                otherChanges = counts.onlyFirst;
                result = size(first) + counts.onlySecond;
            }
            case INTERSECTION -> {
                changes = counts.onlyFirst;
                otherChanges = counts.onlySecond + counts.changed;
                result = size(first) - counts.onlyFirst;
            }
            default -> {
                changes = size(first) - counts.onlyFirst;
                otherChanges = Long.MAX_VALUE / entriesOfUpdate();
                result = counts.onlyFirst;
            }
        }
        long added =
                switch (choice) {
                    case UNION -> counts.onlyFirst + counts.onlySecond + counts.both;
                    case INTERSECTION -> counts.both;
                    case DIFFERENCE -> counts.onlyFirst;
                };
        long parts = choice == Choice.DIFFERENCE ? 0 : costOfParts(counts.parts, result);
        if (entriesOfUpdate() * Math.min(changes, otherChanges) > added + parts) {
            visit(first, second, new Building());
            return built();
        }
        roots.set(RESULT_SLOT, changes <= otherChanges ? first : second);
        visit(first, second, new Changing(changes <= otherChanges));
        return roots.get(RESULT_SLOT);
    }

    private void visit(long first, long second, PairVisitor visitor) {
        PairWalk walk = walk(first, second);
        walk.visit(mutator, visitor, Pause.POLL);
        entered += walk.entered();
    }

    /// Nodes that were looked into in order to see where the two differ.
    public final int entered() {
        return entered;
    }

    private static final class Counts implements PairVisitor {
        private long onlyFirst;
        private long onlySecond;
        private long both;
        private long changed;
        private long parts;

        @Override
        public boolean shared(long part) {
            parts++;
            return true;
        }

        @Override
        public boolean onlyFirst(long key, long value) {
            onlyFirst++;
            return true;
        }

        @Override
        public boolean onlySecond(long key, long value) {
            onlySecond++;
            return true;
        }

        @Override
        public boolean both(long key, long value, long otherKey, long otherValue) {
            both++;
            changed += value == otherValue ? 0 : 1;
            return true;
        }
    }

    /// Changes one of the two into the result.
    private final class Changing implements PairVisitor {
        private final boolean isFirst;

        Changing(boolean isFirst) {
            this.isFirst = isFirst;
        }

        private boolean put(long key, long value) {
            roots.set(RESULT_SLOT, set(roots.get(RESULT_SLOT), key, value));
            return true;
        }

        private boolean drop(long key) {
            roots.set(RESULT_SLOT, remove(roots.get(RESULT_SLOT), key));
            return true;
        }

        @Override
        public boolean shared(long part) {
            if (choice == Choice.DIFFERENCE) {
                forEach(part, (key, _) -> drop(key));
            }
            return true;
        }

        @Override
        public boolean onlyFirst(long key, long value) {
            if (choice == Choice.INTERSECTION) {
                return !isFirst || drop(key);
            }
            return isFirst || put(key, value);
        }

        @Override
        public boolean onlySecond(long key, long value) {
            if (choice == Choice.UNION) {
                return !isFirst || put(key, value);
            }
            return isFirst || drop(key);
        }

        @Override
        public boolean both(long key, long value, long otherKey, long otherValue) {
            if (choice == Choice.DIFFERENCE) {
                return drop(key);
            }
            boolean wantsFirst = choice == Choice.INTERSECTION;
            if (value == otherValue || wantsFirst == isFirst) {
                return true;
            }
            return put(key, wantsFirst ? value : otherValue);
        }
    }

    /// Builds the result anew.
    private final class Building implements PairVisitor {

        private boolean put(long key, long value) {
            add(key, value);
            return true;
        }

        @Override
        public boolean shared(long part) {
            if (choice != Choice.DIFFERENCE) {
                addPart(part);
            }
            return true;
        }

        @Override
        public boolean onlyFirst(long key, long value) {
            return choice == Choice.INTERSECTION || put(key, value);
        }

        @Override
        public boolean onlySecond(long key, long value) {
            return choice != Choice.UNION || put(key, value);
        }

        @Override
        public boolean both(long key, long value, long otherKey, long otherValue) {
            return choice == Choice.DIFFERENCE
                    || put(key, choice == Choice.UNION ? otherValue : value);
        }
    }
}
