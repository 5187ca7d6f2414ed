package coex.stress.torture;

/// An object was not what it had to be.
final class Damage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean lost;

    private Damage(boolean lost, String message) {
        super(message);
        this.lost = lost;
    }

    /// The object is gone.
    static Damage lost(String what, Object... numbers) {
        return new Damage(true, what.formatted(numbers));
    }

    /// There is something else, or something broken, where the object was.
    static Damage corrupted(String what, Object... numbers) {
        return new Damage(false, what.formatted(numbers));
    }

    boolean isLost() {
        return lost;
    }
}
