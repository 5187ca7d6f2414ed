// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import java.util.HashSet;
import java.util.Set;

/// Makes names of classes from names of shapes, which may be any text.
///
/// `Pair` becomes `coex/Pair` and `app.Map<K>` becomes `coex/app/Map_K_`. A name that is taken gets
/// the shape's number at its end.
final class ClassNames {

    private static final String PACKAGE = "coex/";

    private final Set<String> taken = new HashSet<>();

    /// @param reserved the name of a class of ours
    ClassNames(String reserved) {
        taken.add(reserved);
    }

    String nameOf(String shape, int shapeId) {
        String name = PACKAGE + identifiers(shape);
        while (!taken.add(name)) {
            name += "_" + shapeId;
        }
        return name;
    }

    private static String identifiers(String text) {
        StringBuilder name = new StringBuilder();
        boolean first = true;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int point = text.codePointAt(at);
            if (point == '.' && !first && at + 1 < text.length()) {
                name.append('/');
                first = true;
                continue;
            }
            boolean fits =
                    Character.isJavaIdentifierPart(point)
                            && !Character.isIdentifierIgnorable(point);
            if (first && fits && !Character.isJavaIdentifierStart(point)) {
                name.append('_');
            }
            name.appendCodePoint(fits ? point : '_');
            first = false;
        }
        return name.toString();
    }
}
