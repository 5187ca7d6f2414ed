package coex.gc;

/// A bug in this library: something that must always hold does not. Never the caller's fault.
public final class InvariantViolation extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final Invariant invariant;

    public InvariantViolation(Invariant invariant, String detail) {
        super(invariant + ": " + detail);
        this.invariant = invariant;
    }

    public Invariant invariant() {
        return invariant;
    }
}
