// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.Field;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.layout.NodeShape;
import coex.observe.hprof.DumpClass.Instance;

import java.util.ArrayList;
import java.util.List;

/// What the objects of a shape are written as.
final class ShapeClass {

    enum Form {
        /// An instance of a class named after the shape.
        FIELDS,
        /// An array of objects, of a class named after the shape.
        REFERENCE_ARRAY,
        /// The same, of what a node of a trie refers to; its words are left out.
        TRIE_NODE,
        /// An array of a primitive type; the format has no place for a name.
        PLAIN_ARRAY,
        /// A `java.lang.String`, so that readers show the text.
        TEXT
    }

    final Form form;

    /// Null for plain arrays and texts.
    final DumpClass type;

    /// The fields in the order of [DumpClass#fields].
    final Field[] fields;

    final int valueBytes;

    private ShapeClass(Form form, DumpClass type, Shape shape, int idBytes) {
        this.form = form;
        this.type = type;
        this.fields = shape.fields().toArray(new Field[0]);
        this.valueBytes = type == null ? 0 : type.valueBytes(idBytes);
    }

    /// The classes of all shapes, by shape id.
    static ShapeClass[] define(
            List<Shape> shapes, ClassTable table, JavaClasses java, int idBytes) {
        ShapeClass[] byId = new ShapeClass[shapes.size() + 1];
        ClassNames names = new ClassNames(java.shadowStack.name());
        for (Shape shape : shapes) {
            byId[shape.id()] = define(shape, names, table, java, idBytes);
        }
        return byId;
    }

    private static ShapeClass define(
            Shape shape, ClassNames names, ClassTable table, JavaClasses java, int idBytes) {
        if (shape.isText()) {
            return new ShapeClass(Form.TEXT, null, shape, idBytes);
        }
        if (shape.isArray() && shape.elementKind() != Kind.REFERENCE) {
            return new ShapeClass(Form.PLAIN_ARRAY, null, shape, idBytes);
        }
        String name = names.nameOf(shape.name(), shape.id());
        if (shape.isArray()) {
            DumpClass type = table.define("[L" + name + ";", java.object, List.of(), List.of(), 0);
            return new ShapeClass(Form.REFERENCE_ARRAY, type, shape, idBytes);
        }
        if (shape instanceof NodeShape) {
            DumpClass type = table.define("[L" + name + ";", java.object, List.of(), List.of(), 0);
            return new ShapeClass(Form.TRIE_NODE, type, shape, idBytes);
        }
        List<Instance> fields = new ArrayList<>();
        for (Field field : shape.fields()) {
            fields.add(new Instance(field.name(), ValueType.of(field.kind())));
        }
        DumpClass type = table.define(name, java.object, List.of(), fields, shape.fixedBytes());
        return new ShapeClass(Form.FIELDS, type, shape, idBytes);
    }
}
