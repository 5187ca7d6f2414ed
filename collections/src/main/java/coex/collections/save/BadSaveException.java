// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import java.io.IOException;

/// What was read is not a save, or not one that can be read: says what is wrong, and where.
public final class BadSaveException extends IOException {

    private static final long serialVersionUID = 1;

    private final long offset;
    private final boolean damaged;

    /// @param offset in bytes from the beginning of the save
    /// @param damaged whether the bytes are not those that were written; else they were, and mean
    ///     nothing that can be restored
    BadSaveException(String what, long offset, boolean damaged) {
        super(what + " offset=" + offset);
        this.offset = offset;
        this.damaged = damaged;
    }

    public long offset() {
        return offset;
    }

    public boolean isDamaged() {
        return damaged;
    }
}
