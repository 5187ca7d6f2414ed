// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.collections.json.JsonParser.BEGUN;
import static coex.collections.json.JsonShapes.MOST_SLIM;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.text.Strings;
import coex.collections.value.ValueStack;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// The arrays and objects that a parser has begun and not ended, one in the other.
///
/// What each has so far lies on the stack from its *start* on:
///
///     array             | list so far | elements ...           up to 1,024
///     object            | values ...                           as many as its sequence has names
///     unshared object   | names so far | values so far | name, value, name, value ...
///
/// An object follows a path of the [ParseCache]. Where that has no room for its next name the
/// object becomes an unshared one: its names are its own.
final class ContainerBuilder {

    private static final int MOST_PENDING = 1024;
    private static final int ARRAY = -1;
    private static final int UNSHARED = -2;
    private static final int NOT_REPEATED = -1;

    private final JsonType type;
    private final Strings strings;
    private final ValueStack stack;
    private final JsonScanner scanner;
    private final ParseCache cache;
    private final ListBuilder listBuilder;
    private final ListBuilder nameBuilder;
    private final long[] bits = new long[MOST_PENDING];
    private final long[] names = new long[ParseCache.LONGEST_SEQUENCE];
    private final int[] hashes = new int[MOST_SLIM];

    // For each level but the innermost, which is in the fields below
    private int[] nodes = new int[16];
    private int[] starts = new int[16];
    private int[] repeats = new int[16];

    private final int deepest;
    private MutatorContext mutator;
    private int depth;

    /// [#ARRAY], [#UNSHARED], or an object's sequence of names.
    private int node;

    private int start;

    /// Which field the next value is for, if its name has come before.
    private int repeated;

    ContainerBuilder(JsonType type, ValueStack stack, JsonScanner scanner, int deepest) {
        this.deepest = deepest;
        this.type = type;
        this.strings = type.strings();
        this.stack = stack;
        this.scanner = scanner;
        this.cache = new ParseCache(type.heap());
        this.listBuilder = new ListBuilder(type.lists());
        this.nameBuilder = new ListBuilder(type.nameLists());
    }

    void open(MutatorContext user) {
        mutator = user;
        depth = 0;
        stack.push(0); // for the cache
    }

    void close() {
        cache.clear();
        mutator = null;
    }

    int depth() {
        return depth;
    }

    // Beginning

    long beginArray() {
        checkDepth();
        scanner.at++;
        if (scanner.next() == ']') {
            scanner.at++;
            return type.ofList(mutator, 0);
        }
        enter(ARRAY);
        stack.push(0);
        return BEGUN;
    }

    long beginObject() {
        checkDepth();
        scanner.at++;
        int next = scanner.next();
        if (next == '}') {
            scanner.at++;
            return type.emptyObject(mutator);
        }
        enter(0);
        if (next != '"') {
            throw scanner.fail(scanner.at, "a name in quotes or '}'");
        }
        name();
        return BEGUN;
    }

    private void checkDepth() {
        if (depth == deepest) {
            throw scanner.problem(scanner.at, "nested too deep: the limit is %d".formatted(depth));
        }
    }

    private void enter(int newNode) {
        if (depth == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * depth);
            starts = Arrays.copyOf(starts, 2 * depth);
            repeats = Arrays.copyOf(repeats, 2 * depth);
        }
        nodes[depth] = node;
        starts[depth] = start;
        repeats[depth] = repeated;
        depth++;
        node = newNode;
        start = stack.top();
        repeated = NOT_REPEATED;
    }

    private void leave() {
        stack.cutTo(start);
        depth--;
        node = nodes[depth];
        start = starts[depth];
        repeated = repeats[depth];
    }

    // Going on

    /// Adds a value to the innermost container, and reads on to the next value, or to the end of
    /// the container: then returns it.
    long add(long value) {
        return node == ARRAY ? addElement(value) : addField(value);
    }

    private long addElement(long value) {
        stack.push(value);
        if (stack.top() - start > MOST_PENDING) {
            flushArray();
        }
        int next = scanner.next();
        if (next == ',') {
            scanner.at++;
            return BEGUN;
        }
        if (next != ']') {
            throw scanner.fail(scanner.at, "',' or ']'");
        }
        scanner.at++;
        long array = endArray();
        leave();
        return array;
    }

    private long addField(long value) {
        if (repeated == NOT_REPEATED) {
            stack.push(value);
        } else {
            stack.set(start + repeated, value);
            repeated = NOT_REPEATED;
        }
        int next = scanner.next();
        if (next == ',') {
            scanner.at++;
            if (scanner.next() != '"') {
                throw scanner.fail(scanner.at, "a name in quotes");
            }
            name();
            return BEGUN;
        }
        if (next != '}') {
            throw scanner.fail(scanner.at, "',' or '}'");
        }
        scanner.at++;
        long object = node == UNSHARED ? endUnshared() : endObject();
        leave();
        return object;
    }

    // Arrays

    private long endArray() {
        int pending = stack.top() - start - 1;
        if (stack.get(start) != 0) {
            flushArray();
            return stack.get(start);
        }
        stack.copyOut(start + 1, bits, 0, pending);
        return type.lists().of(mutator, bits, 0, pending);
    }

    private void flushArray() {
        int pending = stack.top() - start - 1;
        stack.copyOut(start + 1, bits, 0, pending);
        stack.set(start, extended(type.lists(), listBuilder, stack.get(start), pending));
        stack.cutTo(start + 1);
    }

    /// A list with what is in `bits`, which is on the stack too, after it.
    private long extended(ListType lists, ListBuilder builder, long list, int count) {
        if (count == 0) {
            return list;
        }
        if (list == 0) {
            return lists.of(mutator, bits, 0, count);
        }
        try (builder) {
            builder.start(mutator, list);
            builder.addAll(bits, 0, count);
            return builder.finish();
        }
    }

    // Names

    /// Reads a name, whose quote is next, and the colon after it.
    private void name() {
        int guessed =
                node >= 0 ? cache.guess(node, scanner.text(), scanner.at + 1, scanner.end()) : 0;
        if (guessed != 0) {
            scanner.at += cache.nameBytes(guessed) + 2;
            node = guessed;
        } else {
            nameSlowly();
        }
        if (scanner.next() != ':') {
            throw scanner.fail(scanner.at, "':'");
        }
        scanner.at++;
    }

    private void nameSlowly() {
        scanner.string();
        byte[] source = scanner.source();
        int from = scanner.sourceStart();
        int bytes = scanner.sourceBytes();
        int name = ParseCache.NONE;
        long string = 0;
        if (bytes <= ParseCache.LONGEST_NAME) {
            int hash = ParseCache.hash(source, from, bytes);
            name = cache.find(source, from, bytes, hash);
            if (name == ParseCache.NONE && cache.hasRoomFor(bytes, hash)) {
                string = strings.of(mutator, source, from, bytes, scanner.codePoints());
                name = cache.add(mutator, stack, source, from, bytes, hash, string);
            }
        }
        if (node >= 0 && name != ParseCache.NONE) {
            int child = cache.child(node, name);
            if (ParseCache.isRepeated(child)) {
                repeated = ParseCache.position(child);
                return;
            }
            if (child != ParseCache.NONE) {
                node = child;
                return;
            }
        }
        if (name != ParseCache.NONE) {
            string = cache.string(mutator, stack, name);
        } else {
            string = strings.of(mutator, source, from, bytes, scanner.codePoints());
        }
        unsharedName(string);
    }

    // Objects whose form is shared

    private long endObject() {
        int count = cache.length(node);
        stack.copyOut(start, bits, 0, count);
        if (count <= MOST_SLIM) {
            return type.objects().slim().of(mutator, slimForm(count), bits, 0, count);
        }
        long form = wideForm(count);
        return type.objects().wide().of(mutator, form, type.lists().of(mutator, bits, 0, count));
    }

    private long slimForm(int count) {
        long form = cache.form(mutator, stack, node);
        if (form == 0) {
            cache.names(mutator, stack, node, names);
            form = type.objects().slim().form(mutator, names, 0, count);
            cache.setForm(mutator, stack, node, form);
        }
        return form;
    }

    private long wideForm(int count) {
        long form = cache.form(mutator, stack, node);
        if (form == 0) {
            cache.names(mutator, stack, node, names);
            form = type.objects().wide().form(mutator, names, count);
            cache.setForm(mutator, stack, node, form);
        }
        return form;
    }

    // Objects whose names are their own

    private void unsharedName(long string) {
        stack.push(string);
        if (node != UNSHARED) {
            beginUnshared(string);
        } else if (stack.top() - start > MOST_PENDING) {
            flushUnshared(string);
        }
    }

    /// Lays out anew what the object has so far, and a name.
    private void beginUnshared(long string) {
        int count = cache.length(node);
        cache.names(mutator, stack, node, names);
        stack.copyOut(start, bits, 0, count);
        stack.cutTo(start);
        stack.push(0);
        stack.push(0);
        for (int i = 0; i < count; i++) {
            stack.push(names[i]);
            stack.push(bits[i]);
        }
        stack.push(string);
        node = UNSHARED;
    }

    /// Moves pairs to the lists; a name without a value yet, if it is not 0, stays.
    private void flushUnshared(long string) {
        int pairs = (stack.top() - start - 2) / 2;
        for (int i = 0; i < pairs; i++) {
            bits[i] = stack.get(start + 2 + 2 * i);
        }
        stack.set(start, extended(type.nameLists(), nameBuilder, stack.get(start), pairs));
        for (int i = 0; i < pairs; i++) {
            bits[i] = stack.get(start + 3 + 2 * i);
        }
        stack.set(start + 1, extended(type.lists(), listBuilder, stack.get(start + 1), pairs));
        boolean open = (stack.top() - start & 1) != 0;
        stack.cutTo(start + 2);
        if (open) {
            stack.push(string);
        }
    }

    private long endUnshared() {
        int pairs = (stack.top() - start - 2) / 2;
        if (stack.get(start) == 0 && pairs <= MOST_SLIM) {
            int count = distinct(pairs);
            long form = type.objects().slim().form(mutator, names, 0, count);
            return type.objects().slim().of(mutator, form, bits, 0, count);
        }
        flushUnshared(0);
        return type.objects().wide().ofLists(mutator, stack.get(start), stack.get(start + 1));
    }

    /// Puts the pairs on the stack into `names` and `bits`; of a name that comes again the last
    /// value, in the first place. Returns how many are left.
    private int distinct(int pairs) {
        int count = 0;
        for (int pair = 0; pair < pairs; pair++) {
            long name = stack.get(start + 2 + 2 * pair);
            int hash = strings.hash(mutator, name);
            int place = 0;
            while (place < count
                    && (hashes[place] != hash || !strings.equal(mutator, names[place], name))) {
                place++;
            }
            names[place] = name;
            hashes[place] = hash;
            bits[place] = stack.get(start + 3 + 2 * pair);
            count = Math.max(count, place + 1);
        }
        return count;
    }
}
