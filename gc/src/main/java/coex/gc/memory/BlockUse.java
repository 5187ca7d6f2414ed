// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

/// What a block is used for, as far as it shows from outside. The letters are for pictures.
public enum BlockUse {
    /// Nobody has it.
    FREE('f'),
    /// Free, and its memory is given back to the system until it is needed.
    DISCARDED('d'),
    /// A thread allocates into it.
    HELD('h'),
    /// Holds objects, and perhaps free lines between them.
    SHARED('s'),
    /// The same, with mutable objects, which are not moved.
    MUTABLE('m'),
    /// The running cycle moves its objects to other blocks.
    EMPTYING('e'),
    /// Part of an object of more than half a block.
    LARGE('l');

    private final char letter;

    BlockUse(char letter) {
        this.letter = letter;
    }

    public char letter() {
        return letter;
    }
}
