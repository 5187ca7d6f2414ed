// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// What this library throws at an embedder. Messages have the form `what: name=value name=value`.
public abstract sealed class HeapException extends RuntimeException
        permits HeapUsageException,
                HeapClosedException,
                HeapExhaustedException,
                MemoryRefusedException,
                CollectorFailedException {

    private static final long serialVersionUID = 1L;

    HeapException(String message) {
        super(message);
    }

    HeapException(String message, Throwable cause) {
        super(message, cause);
    }
}
