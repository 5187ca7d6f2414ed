// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// Where the fields of a shape lie. [Shape] draws the order.
///
/// Four-byte fields come first. Where their number is odd the gap before the eight-byte fields is
/// filled with one-byte fields, so padding appears only at the end of an object.
final class ShapeLayout {

    private static final Kind[] FOUR_BYTES = {Kind.REFERENCE, Kind.WEAK, Kind.INT};
    private static final Kind[] EIGHT_BYTES = {Kind.LONG, Kind.DOUBLE};
    private static final Kind[] ONE_BYTE = {Kind.BYTE, Kind.BOOLEAN};

    private final Map<String, Integer> offsets = new HashMap<>();
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private final Map<String, Kind> fields;
    private int bytes = Shape.HEADER_BYTES;

    private ShapeLayout(Map<String, Kind> fields) {
        this.fields = fields;
        fields.values().forEach(kind -> counts.merge(kind, 1, Integer::sum));
    }

    /// Lays out an object with these fields.
    static ShapeLayout ofFields(Map<String, Kind> fields) {
        ShapeLayout layout = new ShapeLayout(fields);
        layout.place(FOUR_BYTES, Integer.MAX_VALUE);
        int gap = -layout.bytes & 7;
        layout.place(ONE_BYTE, gap);
        if (layout.hasLeft(EIGHT_BYTES)) {
            layout.align(8);
            layout.place(EIGHT_BYTES, Integer.MAX_VALUE);
        }
        layout.place(ONE_BYTE, Integer.MAX_VALUE);
        layout.align(8);
        return layout;
    }

    /// Lays out the part of an array before its elements.
    static ShapeLayout ofArray(Kind elementKind, Map<String, Kind> fields) {
        ShapeLayout layout = new ShapeLayout(fields);
        layout.bytes = Shape.LENGTH_OFFSET + 4;
        layout.place(FOUR_BYTES, Integer.MAX_VALUE);
        if (layout.hasLeft(EIGHT_BYTES)) {
            layout.align(8);
            layout.place(EIGHT_BYTES, Integer.MAX_VALUE);
        }
        layout.place(ONE_BYTE, Integer.MAX_VALUE);
        layout.align(elementKind.bytes());
        return layout;
    }

    int bytes() {
        return bytes;
    }

    int offset(String field) {
        return offsets.get(field);
    }

    int count(Kind kind) {
        return counts.getOrDefault(kind, 0);
    }

    private void place(Kind[] kinds, int atMost) {
        int placed = 0;
        for (Kind kind : kinds) {
            for (var field : fields.entrySet()) {
                if (field.getValue() == kind
                        && placed < atMost
                        && !offsets.containsKey(field.getKey())) {
                    offsets.put(field.getKey(), bytes);
                    bytes += kind.bytes();
                    placed++;
                }
            }
        }
    }

    private boolean hasLeft(Kind[] kinds) {
        for (Kind kind : kinds) {
            if (count(kind) > 0) {
                return true;
            }
        }
        return false;
    }

    private void align(int to) {
        bytes = (bytes + to - 1) & -to;
    }
}
