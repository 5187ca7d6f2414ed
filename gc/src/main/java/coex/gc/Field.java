package coex.gc;

/// A named, typed place in the objects of one [Shape]. Immutable; obtained from the shape.
public final class Field {

    private final Shape shape;
    private final String name;
    private final Kind kind;
    private final int offset;

    Field(Shape shape, String name, Kind kind, int offset) {
        this.shape = shape;
        this.name = name;
        this.kind = kind;
        this.offset = offset;
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
