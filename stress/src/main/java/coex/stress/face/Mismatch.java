package coex.stress.face;

import java.util.Objects;

/// A collection that is not what its model is.
final class Mismatch extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final int MOST_TOLD = 2000;

    Mismatch(String message) {
        super(message);
    }

    static void requireEqual(String what, Object found, Object wanted) {
        if (!Objects.equals(found, wanted)) {
            throw new Mismatch(what + ": found=" + told(found) + " wanted=" + told(wanted));
        }
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new Mismatch(what);
        }
    }

    private static String told(Object value) {
        String text = String.valueOf(value);
        return text.length() <= MOST_TOLD ? text : text.substring(0, MOST_TOLD) + "...";
    }
}
