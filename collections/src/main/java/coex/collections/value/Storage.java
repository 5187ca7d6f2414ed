// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

/// How much room a value takes inside a node.
public enum Storage {
    /// Eight bytes: a `long`, or the bits of a `double`.
    WORD(8),
    /// One byte: a boolean, or an unsigned byte.
    BYTE(1),
    /// Four bytes: the handle of an object, which the node keeps alive.
    REFERENCE(4);

    private final int bytes;

    Storage(int bytes) {
        this.bytes = bytes;
    }

    public int bytes() {
        return bytes;
    }
}
