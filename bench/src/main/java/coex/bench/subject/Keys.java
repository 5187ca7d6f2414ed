package coex.bench.subject;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/// The entries of a measured map or the elements of a set, and the order in which they are looked
/// up: the same for all contenders.
///
/// Keys are looked up by objects equal to those stored, but not the same, in a random order that is
/// laid out beforehand. Every string knows its hash.
public final class Keys {

    private static final long SEED = 0x5EED_C0E3L;
    private static final int SHORTEST = 8;
    private static final int LONGEST = 40;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    private final Object[] stored;
    private final Object[] sought;
    private final Long[] values;
    private final Long[] newValues;
    private final int[] order;
    private final KeyKind kind;

    /// Makes `size` entries.
    public Keys(KeyKind kind, int size) {
        SplittableRandom random = new SplittableRandom(SEED + size);
        stored = new Object[size];
        sought = new Object[size];
        values = new Long[size];
        newValues = new Long[size];
        Set<Object> distinct = HashSet.newHashSet(size);
        for (int i = 0; i < size; i++) {
            Object key;
            do {
                key = key(kind, random);
            } while (!distinct.add(key));
            stored[i] = key;
            values[i] = random.nextLong();
        }
        order = shuffled(size, random);
        for (int i = 0; i < size; i++) {
            sought[i] = equalTo(stored[order[i]]);
            newValues[i] = random.nextLong();
        }
        this.kind = kind;
    }

    private static Object key(KeyKind kind, SplittableRandom random) {
        return kind == KeyKind.LONG ? (Long) random.nextLong() : text(random);
    }

    private static String text(SplittableRandom random) {
        char[] letters = new char[random.nextInt(SHORTEST, LONGEST + 1)];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = LETTERS.charAt(random.nextInt(LETTERS.length()));
        }
        return new String(letters);
    }

    private static Object equalTo(Object key) {
        if (key instanceof String text) {
            String equal = new String(text.toCharArray());
            equal.hashCode();
            return equal;
        }
        Long number = (Long) key;
        return Long.valueOf(number.longValue());
    }

    /// The numbers below `size` in a random order.
    static int[] shuffled(int size, SplittableRandom random) {
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        for (int i = size - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = order[i];
            order[i] = order[other];
            order[other] = moved;
        }
        return order;
    }

    public int size() {
        return stored.length;
    }

    /// The keys in the order in which they are put into the map: `Long` or `String`.
    public Object[] stored() {
        return stored;
    }

    /// The values that go with [#stored].
    public Long[] values() {
        return values;
    }

    /// The keys in the order in which they are looked up.
    public Object[] sought() {
        return sought;
    }

    /// What the values of [#sought] are updated to.
    public Long[] newValues() {
        return newValues;
    }

    /// As many keys again that are not among [#stored]. They are made when they are asked for:
    /// nobody else should have them in memory.
    public Object[] absent() {
        SplittableRandom random = new SplittableRandom(~SEED - size());
        Set<Object> known = new HashSet<>(Arrays.asList(stored));
        Object[] absent = new Object[size()];
        for (int i = 0; i < absent.length; i++) {
            do {
                absent[i] = key(kind, random);
            } while (!known.add(absent[i]));
        }
        return absent;
    }

    /// Where each of [#sought] is among [#stored].
    public int[] order() {
        return order;
    }
}
