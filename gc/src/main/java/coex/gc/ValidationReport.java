// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.List;
import java.util.stream.Collectors;

/// What a structural check of a heap found.
///
/// @param objects how many objects were checked
/// @param errors every inconsistency, in the order found
public record ValidationReport(long objects, List<Problem> errors) {

    /// Keeps the list as it is now.
    public ValidationReport {
        errors = List.copyOf(errors);
    }

    /// What a check looks at. The first six are structural checks of the heap as a whole.
    public enum Check {
        /// A slot in use points to an aligned address in a block in use, and the object there names
        /// the handle.
        SLOT_ADDRESS(Invariant.OBJECTS_DISJOINT),
        /// A header names a registered shape and has only known flags.
        HEADER_SHAPE(Invariant.CONTENTS_BEFORE_ADDRESS),
        /// A reference is 0 or the handle of an object in use.
        REFERENCE_TARGET(Invariant.FREE_MEANS_UNNAMED),
        /// Free, retired and allocated handles are disjoint, and the slots agree.
        FREE_HANDLES(Invariant.HANDLES_REST_ONE_CYCLE),
        /// No two objects share a byte.
        OVERLAP(Invariant.OBJECTS_DISJOINT),
        /// Frames lie one above the other within the stack, and their slots hold handles in use.
        SHADOW_STACK(Invariant.FREE_MEANS_UNNAMED),
        /// An object lies in no line that is free for allocation.
        FREE_LINES(Invariant.GRACE_BEFORE_REUSE),
        /// After marking: an object reached from the roots is marked.
        SECOND_TRACE(Invariant.REACHABLE_IS_MARKED),
        /// After a cycle: an old object names old ones, or is in a log; and what says that it is in
        /// a log is in one.
        AGES(Invariant.OLD_NAMES_OLD);

        private final Invariant invariant;

        Check(Invariant invariant) {
            this.invariant = invariant;
        }

        /// {@return what does not hold if the check fails}
        public Invariant invariant() {
            return invariant;
        }
    }

    /// One inconsistency.
    ///
    /// @param handle the handle concerned, 0 if none
    /// @param address where, 0 if nowhere in particular
    /// @param message what was found, and what was expected
    /// @param check what was checked
    public record Problem(Check check, long handle, long address, String message) {
        @Override
        public String toString() {
            return "%s: handle=%d address=0x%x %s".formatted(check, handle, address, message);
        }
    }

    /// {@return whether nothing is wrong}
    public boolean isValid() {
        return errors.isEmpty();
    }

    /// The report as text, one error a line.
    @Override
    public String toString() {
        if (isValid()) {
            return "heap valid: objects=" + objects;
        }
        return errors.stream()
                .map(error -> "\nError: " + error)
                .collect(
                        Collectors.joining(
                                "",
                                "heap invalid: objects=" + objects,
                                "\nValidation found " + errors.size() + " errors"));
    }
}
