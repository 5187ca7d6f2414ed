// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Collects the definition of a [Shape]; [#build] registers it with the heap.
///
/// Each mistake is reported by the call that makes it. A builder is for one thread and one shape.
public final class ShapeBuilder {

    /// The largest object with fields. Beyond it, use an array.
    public static final int MAXIMUM_FIXED_BYTES = 32 * 1024;

    private final Heap heap;
    private final String name;
    private final Map<String, Kind> fields = new LinkedHashMap<>();
    private Kind elementKind;
    private boolean text;
    private boolean mutable;
    private boolean built;

    ShapeBuilder(Heap heap, String name) {
        if (name == null || name.isBlank()) {
            throw new HeapUsageException("shape without a name: name=" + name);
        }
        this.heap = heap;
        this.name = name;
    }

    /// Adds a field.
    ///
    /// @param field its name
    /// @param kind what it holds
    /// @return this builder
    public ShapeBuilder field(String field, Kind kind) {
        if (field == null || field.isBlank()) {
            throw new HeapUsageException(
                    "field without a name: shape=%s field=%s".formatted(name, field));
        }
        if (kind == null) {
            throw new HeapUsageException(
                    "field without a kind: shape=%s field=%s".formatted(name, field));
        }
        if (elementKind != null) {
            requireNoReference(field, kind);
        }
        if (fields.putIfAbsent(field, kind) != null) {
            throw new HeapUsageException(
                    "duplicate field: shape=%s field=%s first=%s again=%s"
                            .formatted(name, field, fields.get(field).text(), kind.text()));
        }
        return this;
    }

    /// Adds a field for an `int`.
    ///
    /// @param field its name
    /// @return this builder
    public ShapeBuilder intField(String field) {
        return field(field, Kind.INT);
    }

    /// Adds a field for a `long`.
    ///
    /// @param field its name
    /// @return this builder
    public ShapeBuilder longField(String field) {
        return field(field, Kind.LONG);
    }

    /// Adds a field for a `double`.
    ///
    /// @param field its name
    /// @return this builder
    public ShapeBuilder doubleField(String field) {
        return field(field, Kind.DOUBLE);
    }

    /// Adds a field for a `byte`.
    ///
    /// @param field its name
    /// @return this builder
    public ShapeBuilder byteField(String field) {
        return field(field, Kind.BYTE);
    }

    /// Adds a field for a `boolean`.
    ///
    /// @param field its name
    /// @return this builder
    public ShapeBuilder booleanField(String field) {
        return field(field, Kind.BOOLEAN);
    }

    /// Adds a field that refers to an object and keeps it alive.
    ///
    /// @param field its name
    /// @return this builder
    public ShapeBuilder reference(String field) {
        return field(field, Kind.REFERENCE);
    }

    /// Adds a reference that does not keep its object alive.
    ///
    /// @param field its name
    /// @return this builder
    public ShapeBuilder weak(String field) {
        return field(field, Kind.WEAK);
    }

    /// Makes this an array of `kind`. Its fields, which come before the elements, hold no
    /// references.
    ///
    /// @param kind what its elements hold
    /// @return this builder
    public ShapeBuilder arrayOf(Kind kind) {
        if (kind == null) {
            throw new HeapUsageException("array without a kind: shape=" + name);
        }
        if (elementKind != null) {
            throw new HeapUsageException(
                    "shape already has contents: shape=%s elements=%s"
                            .formatted(name, elementKind.text()));
        }
        fields.forEach(this::requireNoReference);
        if (kind == Kind.WEAK) {
            throw new HeapUsageException(
                    "an array cannot be weak, use an array of weak cells: shape=" + name);
        }
        elementKind = kind;
        return this;
    }

    private void requireNoReference(String field, Kind kind) {
        if (kind == Kind.REFERENCE || kind == Kind.WEAK) {
            throw new HeapUsageException(
                    "an array's fields hold no references: shape=%s field=%s kind=%s"
                            .formatted(name, field, kind.text()));
        }
    }

    /// Makes this an array of bytes that hold text in UTF-8. Nothing checks that they do; it tells
    /// those who show objects to people.
    ///
    /// @return this builder
    public ShapeBuilder text() {
        arrayOf(Kind.BYTE);
        text = true;
        return this;
    }

    /// Lets objects of this shape be written after they have been published.
    ///
    /// @return this builder
    public ShapeBuilder mutable() {
        mutable = true;
        return this;
    }

    /// Registers the shape.
    ///
    /// @return the shape
    /// @throws HeapUsageException if it is too large, its name is taken, or it was built before
    public Shape build() {
        if (built) {
            throw new HeapUsageException("shape built twice: shape=" + name);
        }
        int bytes = layout().bytes();
        if (bytes > MAXIMUM_FIXED_BYTES) {
            throw new HeapUsageException(
                    "shape too large: shape=%s fields=%d bytes=%d maximum=%d"
                            .formatted(name, fields.size(), bytes, MAXIMUM_FIXED_BYTES));
        }
        Shape shape = heap.register(name, id -> new Shape(this, id));
        built = true;
        return shape;
    }

    Heap heap() {
        return heap;
    }

    String name() {
        return name;
    }

    /// Weak fields are cleared by the collector, so an object that has one is never immutable.
    boolean isMutable() {
        return mutable || fields.containsValue(Kind.WEAK);
    }

    boolean isText() {
        return text;
    }

    Kind elementKind() {
        return elementKind;
    }

    Map<String, Kind> fields() {
        return Collections.unmodifiableMap(fields);
    }

    ShapeLayout layout() {
        return elementKind == null
                ? ShapeLayout.ofFields(fields)
                : ShapeLayout.ofArray(elementKind, fields);
    }
}
