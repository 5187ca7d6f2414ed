package coex.gc;

import java.util.List;
import java.util.stream.Collectors;

/// What a structural check of a heap found.
///
/// @param objects how many objects were checked
/// @param errors every inconsistency, in the order found
public record ValidationReport(long objects, List<Problem> errors) {

    public ValidationReport {
        errors = List.copyOf(errors);
    }

    /// What a check looks at. The first six are structural checks of the heap as a whole.
    public enum Check {
        /// A slot in use points to an aligned address in a block in use, and the object there names
        /// the handle.
        SLOT_ADDRESS,
        /// A header names a registered shape and has only known flags.
        HEADER_SHAPE,
        /// A reference is 0 or the handle of an object in use.
        REFERENCE_TARGET,
        /// Free, retired and allocated handles are disjoint, and the slots agree.
        FREE_HANDLES,
        /// No two objects share a byte.
        OVERLAP,
        /// Frames lie one above the other within the stack, and their slots hold handles in use.
        SHADOW_STACK,
        /// An object lies in no line that is free for allocation.
        FREE_LINES,
        /// After marking: an object reached from the roots is marked.
        SECOND_TRACE
    }

    /// One inconsistency.
    ///
    /// @param handle the handle concerned, 0 if none
    /// @param address where, 0 if nowhere in particular
    /// @param message what was found, and what was expected
    public record Problem(Check check, long handle, long address, String message) {
        @Override
        public String toString() {
            return "%s: handle=%d address=0x%x %s".formatted(check, handle, address, message);
        }
    }

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
