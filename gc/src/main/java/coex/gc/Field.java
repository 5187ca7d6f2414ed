// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// A named, typed place in the objects of one [Shape]. Immutable; obtained from the shape.
public final class Field {

    private final Shape shape;
    private final String name;
    private final Kind kind;

    // What a checked access needs to know, in one cache line. The offset is a char, so that the
    // compiler knows how far it reaches: a field lies in the first 32 KiB of its object.
    private final long accessKey;
    private final int shapeId;
    private final char offset;
    private final boolean mutable;

    Field(Shape shape, String name, Kind kind, int offset) {
        this.shape = shape;
        this.name = name;
        this.kind = kind;
        this.offset = (char) offset;
        this.accessKey = AccessKey.of(shape.heap()) | AccessKey.of(kind);
        this.shapeId = shape.id();
        this.mutable = shape.isMutable();
    }

    /// Stands for the heap and the kind of this field: [AccessKey].
    ///
    /// @return the key
    public long accessKey() {
        return accessKey;
    }

    /// {@return the number of the field's shape}
    public int shapeId() {
        return shapeId;
    }

    /// {@return whether the field is one of a mutable shape}
    public boolean isMutable() {
        return mutable;
    }

    /// {@return the heap of the field's shape}
    public HeapId heap() {
        return shape.heap();
    }

    /// {@return the shape it belongs to}
    public Shape shape() {
        return shape;
    }

    /// {@return its name}
    public String name() {
        return name;
    }

    /// {@return what it holds}
    public Kind kind() {
        return kind;
    }

    /// {@return distance of the value from the start of the object's header, in bytes}
    public int offset() {
        return offset;
    }

    @Override
    public String toString() {
        return shape.name() + "." + name + ":" + kind.text();
    }
}
