// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// A bug in this library: something that must always hold does not. Never the caller's fault.
public final class InvariantViolation extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final Invariant invariant;

    /// Makes one.
    ///
    /// @param invariant what does not hold
    /// @param detail where, with the numbers
    public InvariantViolation(Invariant invariant, String detail) {
        super(invariant + ": " + detail);
        this.invariant = invariant;
    }

    /// {@return what does not hold}
    public Invariant invariant() {
        return invariant;
    }
}
