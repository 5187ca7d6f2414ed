package coex.cli.heap;

/// Why a heap of another process cannot be looked at, in one line for people.
class HeapProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HeapProblem(String message) {
        super(message);
    }

    HeapProblem(String message, Throwable cause) {
        super(message, cause);
    }

    /// The process has ended, or the connection to it is gone.
    static final class Lost extends HeapProblem {
        private static final long serialVersionUID = 1L;

        Lost(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// The heap was closed; its process may have others.
    static final class Closed extends HeapProblem {
        private static final long serialVersionUID = 1L;

        Closed(String message) {
            super(message);
        }
    }
}
