// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

/// There is no such element. The language makes its runtime error of it.
public final class IndexOutOfRangeException extends IndexOutOfBoundsException {

    private static final long serialVersionUID = 1;

    private final long index;
    private final long length;

    public IndexOutOfRangeException(long index, long length) {
        super("index out of range: index=" + index + " length=" + length);
        this.index = index;
        this.length = length;
    }

    public long index() {
        return index;
    }

    public long length() {
        return length;
    }
}
