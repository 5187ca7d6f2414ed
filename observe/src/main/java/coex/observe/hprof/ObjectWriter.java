// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.Field;
import coex.gc.Kind;
import coex.gc.diagnose.LiveObjects;
import coex.gc.diagnose.ObjectView;
import coex.gc.diagnose.ObjectVisitor;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Writes the objects of the heap.
///
/// Each field is read once. A mutable object is written as it was at several moments.
final class ObjectWriter implements ObjectVisitor {

    private static final boolean SWAP = ByteOrder.nativeOrder() != ByteOrder.BIG_ENDIAN;
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private final RecordStream out;
    private final ItemWriter items;
    private final TextWriter texts;
    private final Identifiers identifiers;
    private final JavaClasses java;
    private final ShapeClass[] classes;
    private final LiveObjects live;
    private final Membership members;
    private final long mostItemBytes;
    private final ObjectVisitor one = this::writeOne;

    /// Objects that stand for weak references, which are written last, and the handles that these
    /// name.
    private long[] standIns = new long[16];

    private long[] referents = new long[16];
    private int weakCount;

    private long unreachable;
    private long objects;
    private long objectBytes;
    private long cut;

    ObjectWriter(
            RecordStream out,
            ItemWriter items,
            Identifiers identifiers,
            JavaClasses java,
            ShapeClass[] classes,
            LiveObjects live,
            Membership members,
            long mostItemBytes) {
        this.out = out;
        this.items = items;
        this.texts = new TextWriter(out, items, items.longestArray(ValueType.BYTE, mostItemBytes));
        this.identifiers = identifiers;
        this.java = java;
        this.classes = classes;
        this.live = live;
        this.members = members;
        this.mostItemBytes = mostItemBytes;
    }

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.nativeOrder());
    }

    long objects() {
        return objects;
    }

    long objectBytes() {
        return objectBytes;
    }

    /// Arrays of which only the beginning was written.
    long cut() {
        return cut;
    }

    /// How many of them no root of the dump leads to.
    long unreachable() {
        return unreachable;
    }

    /// Writes what the roots lead to that are written already.
    ///
    /// @param all whether to write everything else too that the collection has found
    void write(boolean all) {
        writePending();
        if (all) {
            live.forEach(this);
        }
        writeWeakReferences();
    }

    @Override
    public boolean visit(ObjectView view) {
        if (members.admitUnreached(view.handle())) {
            long before = objects;
            writeOne(view);
            writePending();
            unreachable += objects - before;
        }
        return true;
    }

    private void writePending() {
        while (members.hasPending()) {
            live.visit(members.nextPending(), one);
        }
    }

    private boolean writeOne(ObjectView view) {
        ShapeClass type = view.shape() == null ? null : classes[view.shapeId()];
        if (type == null) { // a corrupt heap
            items.whole(Identifiers.ofHandle(view.handle()), java.object);
        } else {
            switch (type.form) {
                case FIELDS -> writeFields(view, type);
                case REFERENCE_ARRAY -> writeReferences(view, type);
                case TRIE_NODE -> writeTrieNode(view, type);
                case PLAIN_ARRAY -> writeElements(view);
                case TEXT -> cut += texts.write(view) ? 0 : 1;
            }
        }
        objects++;
        objectBytes += view.bytes();
        return true;
    }

    private void writeFields(ObjectView view, ShapeClass type) {
        items.instance(Identifiers.ofHandle(view.handle()), type.type, type.valueBytes);
        for (Field field : type.fields) {
            int offset = field.offset();
            switch (field.kind()) {
                case REFERENCE -> out.id(members.identifier(view.referenceAt(offset)));
                case WEAK -> out.id(standIn(view.referenceAt(offset)));
                case INT -> out.u4(view.intAt(offset));
                case LONG, DOUBLE -> out.u8(view.longAt(offset));
                case BYTE, BOOLEAN -> out.u1(view.byteAt(offset));
            }
        }
    }

    /// Readers leave the field of a `WeakReference` out of paths and dominators, so one of these
    /// holds what a weak field names. Whether that is in the dump is known at the end.
    private long standIn(long handle) {
        if (handle == 0) {
            return 0;
        }
        if (weakCount == standIns.length) {
            standIns = Arrays.copyOf(standIns, 2 * weakCount);
            referents = Arrays.copyOf(referents, 2 * weakCount);
        }
        standIns[weakCount] = identifiers.fresh();
        referents[weakCount] = handle;
        return standIns[weakCount++];
    }

    private void writeWeakReferences() {
        for (int i = 0; i < weakCount; i++) {
            long referent = members.weakIdentifier(referents[i]);
            items.whole(standIns[i], java.weakReference, referent);
        }
    }

    private int lengthToWrite(ObjectView view, ValueType type) {
        int most = items.longestArray(type, mostItemBytes);
        if (view.length() > most) {
            cut++;
        }
        return Math.min(view.length(), most);
    }

    private void writeReferences(ObjectView view, ShapeClass type) {
        int length = lengthToWrite(view, ValueType.OBJECT);
        items.objectArray(Identifiers.ofHandle(view.handle()), type.type, length);
        for (int i = 0; i < length; i++) {
            out.id(members.identifier(view.referenceAt(view.elementOffset(i))));
        }
    }

    private void writeTrieNode(ObjectView view, ShapeClass type) {
        int entries = Integer.bitCount(view.intAt(NodeForm.ENTRY_BITS_OFFSET));
        int children = Integer.bitCount(view.intAt(NodeForm.CHILD_BITS_OFFSET));
        int count = ((NodeShape) view.shape()).form().referenceCount(entries, children);
        items.objectArray(Identifiers.ofHandle(view.handle()), type.type, count);
        for (int i = 0; i < count; i++) {
            long offset = NodeForm.FIRST_REFERENCE + 4L * i;
            out.id(members.identifier(view.referenceAt(offset)));
        }
    }

    private void writeElements(ObjectView view) {
        Kind kind = view.shape().elementKind();
        ValueType type = ValueType.of(kind);
        int length = lengthToWrite(view, type);
        items.primitiveArray(Identifiers.ofHandle(view.handle()), type, length);
        long left = (long) length * kind.bytes();
        for (long from = view.elementOffset(0); left > 0; ) {
            int count = (int) Math.min(left, out.room(kind.bytes()));
            int at = out.reserve(count);
            view.copy(from, out.buffer(), at, count);
            if (SWAP) {
                swap(out.buffer(), at, count, kind.bytes());
            }
            from += count;
            left -= count;
        }
    }

    private static void swap(byte[] buffer, int from, int count, int elementBytes) {
        if (elementBytes == Integer.BYTES) {
            for (int at = from; at < from + count; at += Integer.BYTES) {
                INT.set(buffer, at, Integer.reverseBytes((int) INT.get(buffer, at)));
            }
        } else if (elementBytes == Long.BYTES) {
            for (int at = from; at < from + count; at += Long.BYTES) {
                LONG.set(buffer, at, Long.reverseBytes((long) LONG.get(buffer, at)));
            }
        }
    }
}
