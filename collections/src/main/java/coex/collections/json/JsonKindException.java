// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

/// A json is not of the kind that is asked for. The language makes its runtime error of it.
public final class JsonKindException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final JsonKind expected;
    private final JsonKind found;

    public JsonKindException(JsonKind expected, JsonKind found) {
        super(
                "json of another kind: expected=%s found=%s"
                        .formatted(expected.text(), found.text()));
        this.expected = expected;
        this.found = found;
    }

    public JsonKind expected() {
        return expected;
    }

    public JsonKind found() {
        return found;
    }
}
