// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import coex.collections.value.ValueType;

import java.io.IOException;

/// How objects of one kind are written to a save, and made again from it: the one place that knows
/// their layout there. Types of values that are objects implement it, and so does each kind of node
/// that a collection is made of.
///
/// Objects are written with what they refer to, each by [SaveOutput#reference], and read in the
/// same order. A *base* is an object of the same kind that was saved before, or 0. Which one does
/// not matter to correctness, as long as writer and reader choose alike: whatever both share with
/// it is not written again. Forms choose what lies at the same place in the version saved last.
///
/// A form reads what somebody else may have made up. It checks all that its operations rely on, and
/// ends with [SaveInput#refuse] if it does not hold.
public interface SavedForm {

    /// Writes an object. A safepoint: the caller holds no address. What is written is kept alive by
    /// the version it belongs to.
    ///
    /// @param base 0 if there is none
    void write(SaveOutput out, long object, long base) throws IOException;

    /// Makes the object that [#write] has written. A safepoint; the caller roots the result.
    ///
    /// @param base what was the base for the writer; it is rooted
    long read(SaveInput in, long base) throws IOException;

    /// Whether 0 is a value of this kind, as it is where something empty needs no object.
    default boolean hasNothing() {
        return true;
    }

    /// Objects that are referred to more than once may stand for each other only if these are
    /// equal.
    default Object kind() {
        return this;
    }

    /// The form of values of a type that are objects.
    static SavedForm of(ValueType type) {
        if (type instanceof SavedForm form) {
            return form;
        }
        throw new UnsupportedOperationException("values cannot be saved: type=" + type);
    }
}
