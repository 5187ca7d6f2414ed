package coex.gc;

/// A named, typed place in the objects of one [Shape]. Immutable; obtained from the shape.
public final class Field {

    private final Shape shape;
    private final String name;
    private final Kind kind;
    private final int offset;

    // Copies of what a checked access compares, so that it finds them in one cache line.
    private final HeapId heap;
    private final int accessKey;

    Field(Shape shape, String name, Kind kind, int offset) {
        this.shape = shape;
        this.name = name;
        this.kind = kind;
        this.offset = offset;
        this.heap = shape.heap();
        this.accessKey = accessKey(kind, shape.id());
    }

    /// A number that stands for a kind of value in the objects of a shape: the shape in the lower
    /// 24 bits, then one that is 0 and for the caller to use, and the kind above.
    public static int accessKey(Kind kind, int shapeId) {
        return kind.ordinal() << 25 | shapeId;
    }

    /// The [#accessKey(Kind, int)] of this field.
    public int accessKey() {
        return accessKey;
    }

    /// The heap of the field's shape.
    public HeapId heap() {
        return heap;
    }

    public Shape shape() {
        return shape;
    }

    public String name() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    /// Distance of the value from the start of the object's header, in bytes.
    public int offset() {
        return offset;
    }

    @Override
    public String toString() {
        return shape.name() + "." + name + ":" + kind.text();
    }
}
