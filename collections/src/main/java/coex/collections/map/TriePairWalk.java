// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// Goes through two tries at once, node by node: nodes at the same place of both are looked at
/// together, if they are not the same. The visitor is told of each key of either, in no particular
/// order.
///
/// What is still to be done are *tasks* on a stack. A task has a node of each trie, at the same
/// place; or a node of one of them, and perhaps a lone entry that the other has there. A task is
/// done as a whole, so a visitor that does not want to go on is told of the rest of two nodes, or
/// of all entries with one hash.
public final class TriePairWalk implements PairWalk {

    private static final int FIRST_TASKS = 64;

    /// Longs of a task: the node of the first trie or 0, that of the second or 0, key and value of
    /// the lone entry, and its level, from which on [#HAS_ENTRY] is added if there is one.
    private static final int WIDTH = 5;

    private static final int HAS_ENTRY = 16;

    private final Trie trie;
    private long[] tasks = new long[WIDTH * FIRST_TASKS];
    private int top;
    private int entered;

    private MutatorContext mutator;
    private PairVisitor visitor;
    private Pause pause = Pause.NONE;

    /// Whether the visitor wants to go on.
    private boolean goesOn;

    public TriePairWalk(MapType type, long first, long second) {
        this(type.trie(), first, second);
    }

    public TriePairWalk(SetType type, long first, long second) {
        this(type.trie(), first, second);
    }

    TriePairWalk(Trie trie, long first, long second) {
        this.trie = trie;
        push(first, second, 0);
    }

    @Override
    public int entered() {
        return entered;
    }

    @Override
    public boolean visit(MutatorContext visiting, PairVisitor told, Pause between) {
        mutator = visiting;
        visitor = told;
        pause = between;
        goesOn = true;
        while (top > 0 && goesOn) {
            pause.between(mutator);
            top -= WIDTH;
            perform(tasks[top], tasks[top + 1], tasks[top + 2], tasks[top + 3], tasks[top + 4]);
        }
        return top == 0;
    }

    private void push(long first, long second, int level) {
        push(first, second, 0, 0, level);
    }

    private void push(long first, long second, long key, long value, long level) {
        if (first == 0 && second == 0) {
            return;
        }
        if (top == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * top);
        }
        tasks[top] = first;
        tasks[top + 1] = second;
        tasks[top + 2] = key;
        tasks[top + 3] = value;
        tasks[top + 4] = level;
        top += WIDTH;
    }

    private void perform(long first, long second, long key, long value, long flags) {
        int level = (int) flags & HAS_ENTRY - 1;
        if (first == second) {
            goesOn &= visitor.shared(first);
        } else if (first != 0 && second != 0) {
            entered += 2;
            if (level == Trie.COLLISIONS) {
                collisions(first, second);
            } else {
                nodes(first, second, level);
            }
        } else {
            entered++;
            boolean isFirst = first != 0;
            long node = isFirst ? first : second;
            boolean hasEntry = (flags & HAS_ENTRY) != 0;
            if (level == Trie.COLLISIONS) {
                collisionsOfOne(node, isFirst, key, value, hasEntry);
            } else {
                nodeOfOne(node, isFirst, key, value, hasEntry, level);
            }
        }
    }

    // Two nodes

    private void nodes(long first, long second, int level) {
        long bits = Trie.bits(mutator.address(first));
        long others = Trie.bits(mutator.address(second));
        int all =
                Trie.entryBits(bits)
                        | Trie.childBits(bits)
                        | Trie.entryBits(others)
                        | Trie.childBits(others);
        for (int rest = all; rest != 0; rest &= rest - 1) {
            place(first, bits, second, others, Integer.lowestOneBit(rest), level);
        }
    }

    private void place(long first, long bits, long second, long others, int bit, int level) {
        boolean isEntry = (Trie.entryBits(bits) & bit) != 0;
        boolean isOtherEntry = (Trie.entryBits(others) & bit) != 0;
        if (isEntry && isOtherEntry) {
            long key = key(first, bits, bit);
            long value = value(first, bits, bit);
            long otherKey = key(second, others, bit);
            long otherValue = value(second, others, bit);
            if (same(key, otherKey)) {
                goesOn &= visitor.both(key, value, otherKey, otherValue);
            } else {
                goesOn &= visitor.onlyFirst(key, value);
                goesOn &= visitor.onlySecond(otherKey, otherValue);
            }
            return;
        }
        long child = child(first, bits, bit);
        long otherChild = child(second, others, bit);
        if (isEntry) {
            entryBeside(true, key(first, bits, bit), value(first, bits, bit), otherChild, level);
        } else if (isOtherEntry) {
            entryBeside(false, key(second, others, bit), value(second, others, bit), child, level);
        } else {
            push(child, otherChild, level + 1);
        }
    }

    /// An entry of one trie where the other has a node, or 0.
    private void entryBeside(boolean isFirst, long key, long value, long other, int level) {
        if (other == 0) {
            only(isFirst, key, value);
        } else {
            push(isFirst ? 0 : other, isFirst ? other : 0, key, value, level + 1 | HAS_ENTRY);
        }
    }

    private long key(long node, long bits, int bit) {
        int entries = Trie.entryBits(bits);
        return trie.key(
                mutator.address(node),
                Trie.count(entries),
                Trie.count(Trie.childBits(bits)),
                Trie.rank(entries, bit));
    }

    private long value(long node, long bits, int bit) {
        int entries = Trie.entryBits(bits);
        return trie.value(
                mutator.address(node),
                Trie.count(entries),
                Trie.count(Trie.childBits(bits)),
                Trie.rank(entries, bit));
    }

    /// 0 if there is none.
    private long child(long node, long bits, int bit) {
        int children = Trie.childBits(bits);
        return (children & bit) == 0
                ? 0
                : Trie.child(mutator.address(node), Trie.rank(children, bit));
    }

    private boolean same(long key, long other) {
        return key == other
                || trie.keyType() != null && trie.keyType().equal(mutator, key, other, pause);
    }

    // One node, and perhaps an entry of the other trie

    private void nodeOfOne(
            long node, boolean isFirst, long key, long value, boolean hasEntry, int level) {
        long bits = Trie.bits(mutator.address(node));
        int place = hasEntry ? Trie.bit(trie.hash(mutator, key), level) : 0;
        for (int rest = Trie.entryBits(bits); rest != 0; rest &= rest - 1) {
            int bit = Integer.lowestOneBit(rest);
            long found = key(node, bits, bit);
            if (bit == place && same(found, key)) {
                both(isFirst, found, value(node, bits, bit), key, value);
                place = 0; // and no longer to be looked for
            } else {
                only(isFirst, found, value(node, bits, bit));
            }
        }
        for (int rest = Trie.childBits(bits); rest != 0; rest &= rest - 1) {
            int bit = Integer.lowestOneBit(rest);
            long child = child(node, bits, bit);
            long flags = bit == place ? level + 1 | HAS_ENTRY : level + 1;
            push(isFirst ? child : 0, isFirst ? 0 : child, key, value, flags);
            place = bit == place ? 0 : place;
        }
        if (place != 0) {
            only(!isFirst, key, value);
        }
    }

    private void only(boolean isFirst, long key, long value) {
        goesOn &= isFirst ? visitor.onlyFirst(key, value) : visitor.onlySecond(key, value);
    }

    private void both(boolean isFirst, long key, long value, long otherKey, long otherValue) {
        goesOn &=
                isFirst
                        ? visitor.both(key, value, otherKey, otherValue)
                        : visitor.both(otherKey, otherValue, key, value);
    }

    // Entries with equal hashes, which are in order

    private void collisions(long first, long second) {
        CollisionCursor cursor = new CollisionCursor(trie);
        CollisionCursor others = new CollisionCursor(trie);
        cursor.start(mutator, first);
        others.start(mutator, second);
        boolean has = cursor.next(mutator);
        boolean hasOther = others.next(mutator);
        while (has || hasOther) {
            int order =
                    !has
                            ? 1
                            : !hasOther
                                    ? -1
                                    : trie.compare(mutator, cursor.key(), others.key(), pause);
            if (order == 0) {
                both(true, cursor.key(), cursor.value(), others.key(), others.value());
            } else if (order < 0) {
                only(true, cursor.key(), cursor.value());
            } else {
                only(false, others.key(), others.value());
            }
            has = order <= 0 ? cursor.next(mutator) : has;
            hasOther = order >= 0 ? others.next(mutator) : hasOther;
        }
    }

    private void collisionsOfOne(
            long node, boolean isFirst, long key, long value, boolean hasEntry) {
        CollisionCursor cursor = new CollisionCursor(trie);
        cursor.start(mutator, node);
        boolean isMissing = hasEntry;
        while (cursor.next(mutator)) {
            if (isMissing && same(cursor.key(), key)) {
                isMissing = false;
                both(isFirst, cursor.key(), cursor.value(), key, value);
            } else {
                only(isFirst, cursor.key(), cursor.value());
            }
        }
        if (isMissing) {
            only(!isFirst, key, value);
        }
    }
}
