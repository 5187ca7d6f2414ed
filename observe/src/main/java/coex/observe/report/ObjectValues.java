// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.diagnose.ObjectView;
import coex.gc.layout.NodeShape;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What an object held at the moment it was looked at, decoded by its shape: fields, which also an
/// array may have, and elements or text.
///
/// @param fields the first fields, by offset
/// @param moreFields how many there are more
/// @param elements the first elements of an array
/// @param moreElements how many there are more
/// @param text the text, if the object holds any; there are no elements then
record ObjectValues(
        List<Value> fields,
        long moreFields,
        List<Value> elements,
        long moreElements,
        TextPrefix text) {

    /// However many rows are asked for, no more are taken at once: the collector may be waiting.
    static final int MOST_VALUES = 1000;

    /// Elements of an array that are shown unless more are asked for.
    static final int ELEMENTS = 100;

    /// Bytes of a text that are shown of the object that the report is about.
    static final int TEXT_BYTES = 1024;

    /// Bytes of a text that are shown of an object referred to.
    static final int REFERRED_TEXT_BYTES = 64;

    /// One field or element.
    ///
    /// @param name the field's name; null for an element
    /// @param index the element's; -1 for a field
    /// @param value a `Long` for a reference
    /// @param target what a reference names; null if it is 0 or names nothing, or is none
    record Value(String name, int index, long offset, Kind kind, Object value, Target target) {

        boolean isReference() {
            return kind == Kind.REFERENCE || kind == Kind.WEAK;
        }

        boolean isNull() {
            return isReference() && value.equals(0L);
        }
    }

    /// An object referred to.
    ///
    /// @param type its shape's name; null if its header names none
    /// @param typeInText the name as it is written in text
    /// @param length of an array; else -1
    /// @param text the text, if it holds any
    record Target(String type, String typeInText, int length, TextPrefix text) {}

    static ObjectValues of(ObjectView object, long rows) {
        Shape shape = object.shape();
        if (shape == null) {
            return new ObjectValues(List.of(), 0, List.of(), 0, null);
        }
        List<Place> places =
                shape instanceof NodeShape node ? TrieFields.of(object, node) : fields(shape);
        int shown = (int) Math.min(places.size(), Math.min(rows, MOST_VALUES));
        List<Value> fields = new ArrayList<>(shown);
        for (Place place : places.subList(0, shown)) {
            fields.add(value(object, place.name, -1, place.offset, place.kind));
        }
        long moreFields = places.size() - shown;
        if (shape.isText()) {
            TextPrefix text = TextPrefix.of(object, TEXT_BYTES);
            return new ObjectValues(fields, moreFields, List.of(), 0, text);
        }
        List<Value> elements = shape.isArray() ? elements(object, rows, shown) : List.of();
        long moreElements = shape.isArray() ? object.length() - elements.size() : 0;
        return new ObjectValues(fields, moreFields, elements, moreElements, null);
    }

    /// Where a value lies in an object.
    record Place(String name, long offset, Kind kind) {}

    private static List<Place> fields(Shape shape) {
        return shape.fields().stream()
                .map(field -> new Place(field.name(), field.offset(), field.kind()))
                .sorted(Comparator.comparingLong(Place::offset))
                .toList();
    }

    private static List<Value> elements(ObjectView object, long rows, int taken) {
        long most = rows == Long.MAX_VALUE ? ELEMENTS : Math.min(rows, MOST_VALUES) - taken;
        int shown = (int) Math.min(object.length(), Math.max(0, most));
        List<Value> elements = new ArrayList<>(shown);
        for (int i = 0; i < shown; i++) {
            long offset = object.elementOffset(i);
            elements.add(value(object, null, i, offset, object.shape().elementKind()));
        }
        return elements;
    }

    private static Value value(ObjectView object, String name, int index, long offset, Kind kind) {
        Object value = object.value(kind, offset);
        boolean refers = kind == Kind.REFERENCE || kind == Kind.WEAK;
        return new Value(name, index, offset, kind, value, refers ? target(object, value) : null);
    }

    private static Target target(ObjectView object, Object reference) {
        ObjectView named = object.follow((Long) reference);
        if (named == null) {
            return null;
        }
        boolean isText = named.shape() != null && named.shape().isText();
        return new Target(
                TypeName.plain(named),
                TypeName.inText(named),
                named.length(),
                isText ? TextPrefix.of(named, REFERRED_TEXT_BYTES) : null);
    }
}
