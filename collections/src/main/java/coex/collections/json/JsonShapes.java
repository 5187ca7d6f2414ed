// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.collections.value.Room;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.GlobalRoots;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// The objects that json is made of, beside strings and lists, and where their parts lie.
///
///     constant     | header 8 | which 4 |                  true, false, "", [], {}, and the hole
///     int, float   | header 8 | value 8 |
///     object       | header 8 | length 4 | form 4 | values 4 each |            length: fields + 1
///     form         | header 8 | length 4 | - 4 | tags 4 x 8 | names 4 each |    length: fields
///     wide object  | header 8 | form 4 | values 4 |
///     wide form    | header 8 | names 4 | index 4 |
///
/// Null is handle 0. A string that is not empty is that string, and an array that is not empty is
/// the list of its elements: what a handle means follows from its object's shape. Empty ones would
/// be handle 0 too, so they are constants.
///
/// An object of up to [#MOST_SLIM] fields has its values inside, after its *form*: the names of its
/// fields in their order. Objects made by one parse share their forms. A form has for each name a
/// tag of eight bits of its hash, so that a name is found with a few comparisons of words.
///
/// A wide object has more fields. Its values are in a list, its form has the names in a list and
/// for each name its position in a map. The place of a removed field holds the *hole* among the
/// values, until more than half of them are holes.
///
/// The constants are made when they are first needed, and live as long as the heap.
///
/// - `made`: written plainly, by any thread that has made sure of a constant; read plainly by any.
///   An element goes from 0 to its final value once; who reads 0 asks the global root
final class JsonShapes {

    static final int TRUE = 0;
    static final int FALSE = 1;
    static final int EMPTY_STRING = 2;
    static final int EMPTY_ARRAY = 3;
    static final int EMPTY_OBJECT = 4;
    static final int HOLE = 5;

    private static final int CONSTANTS = 6;

    static final int WHICH = 8;
    static final int VALUE = 8;
    static final int BOX_BYTES = 16;

    static final int LENGTH = 8;
    static final int FORM = 12;
    static final int VALUES = 16;

    static final int TAGS = 16;
    static final int TAG_WORDS = 4;
    static final int NAMES = TAGS + 8 * TAG_WORDS;

    /// The most fields of an object that has its values inside.
    static final int MOST_SLIM = 8 * TAG_WORDS;

    static final int WIDE_FORM = 8;
    static final int WIDE_VALUES = 12;
    static final int WIDE_NAMES = 8;
    static final int WIDE_INDEX = 12;
    static final int WIDE_BYTES = 16;

    private final Shape constant;
    private final Shape whole;
    private final Shape fraction;
    private final Shape object;
    private final Shape form;
    private final Shape wideObject;
    private final Shape wideForm;
    private final GlobalRoots roots;
    private final int[] cells = new int[CONSTANTS];
    private final int[] made = new int[CONSTANTS];

    private JsonShapes(Heap heap, HeapCore core) {
        constant = heap.shape("json constant").intField("which").build();
        whole = heap.shape("json int").longField("value").build();
        fraction = heap.shape("json float").doubleField("value").build();
        object = heap.shape("json object").arrayOf(Kind.REFERENCE).build();
        form =
                heap.shape("json form")
                        .longField("tags0")
                        .longField("tags1")
                        .longField("tags2")
                        .longField("tags3")
                        .arrayOf(Kind.REFERENCE)
                        .build();
        wideObject = heap.shape("json wide object").reference("form").reference("values").build();
        wideForm = heap.shape("json wide form").reference("names").reference("index").build();
        roots = core.roots();
        for (int i = 0; i < CONSTANTS; i++) {
            cells[i] = roots.take();
        }
    }

    static JsonShapes of(Heap heap) {
        HeapCore core = ConcurrentHeap.of(heap).core();
        return ConcurrentHeap.of(heap)
                .extension(JsonShapes.class, () -> new JsonShapes(heap, core));
    }

    Shape constant() {
        return constant;
    }

    Shape whole() {
        return whole;
    }

    Shape fraction() {
        return fraction;
    }

    Shape object() {
        return object;
    }

    Shape form() {
        return form;
    }

    Shape wideObject() {
        return wideObject;
    }

    Shape wideForm() {
        return wideForm;
    }

    /// Bytes of an object with so many fields.
    static int objectBytes(int fields) {
        return (VALUES + 4 * fields + 7) & -8;
    }

    static int formBytes(int fields) {
        return (NAMES + 4 * fields + 7) & -8;
    }

    static long handleAt(long address) {
        return Memory.getInt(address) & HANDLE_MASK;
    }

    /// One of the constants. A safepoint the first time; keeps what the handles name.
    long constant(MutatorContext mutator, int which, long keep, long keepToo) {
        long known = made[which] & HANDLE_MASK;
        return known != 0 ? known : makeConstant(mutator, which, keep, keepToo);
    }

    /// Whether a value is one of the constants: no constant is anything before it is made.
    boolean isConstant(int which, long json) {
        return json != 0 && json == (made[which] & HANDLE_MASK);
    }

    private long makeConstant(MutatorContext mutator, int which, long keep, long keepToo) {
        long cell = roots.addressOf(cells[which]);
        if (Memory.getIntAcquire(cell) == 0) {
            Room.make(mutator, BOX_BYTES, 1, keep, keepToo, 0);
            long address = mutator.allocator().takeReserved(BOX_BYTES);
            Memory.putLong(address + WHICH, 0);
            Memory.putInt(address + WHICH, which);
            long fresh = mutator.allocator().publish(address, constant.id(), ObjectHeader.SEALED);
            mutator.compareAndSetRoot(cell, 0, fresh); // who loses takes the other's
        }
        made[which] = Memory.getIntAcquire(cell);
        return made[which] & HANDLE_MASK;
    }
}
