// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.BadSaveException;

import java.io.IOException;

/// A save cannot be restored: it is damaged, was made by another version, or holds something else
/// than what was asked for. The message says what is wrong and where, and what was expected and
/// found. Nothing of it was restored.
public final class SavedFileException extends IOException {

    private static final long serialVersionUID = 1;

    private final long offset;

    SavedFileException(String name, BadSaveException cause) {
        this(name, cause, "");
    }

    SavedFileException(String name, BadSaveException cause, String more) {
        super("cannot restore %s: %s%s".formatted(name, cause.getMessage(), more), cause);
        this.offset = cause.offset();
    }

    /// Where it was noticed, in bytes from the beginning of the save.
    ///
    /// @return the offset
    public long offset() {
        return offset;
    }
}
