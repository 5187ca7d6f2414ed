// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import java.util.Locale;

/// The seven kinds of json. Numbers are of two kinds: 1 and 1.0 are different values.
public enum JsonKind {
    NULL,
    BOOL,
    INT,
    FLOAT,
    STRING,
    ARRAY,
    OBJECT;

    private final String text = name().toLowerCase(Locale.ROOT);

    /// The kind as the language spells it.
    public String text() {
        return text;
    }
}
