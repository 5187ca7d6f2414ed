// SPDX-License-Identifier: Apache-2.0
package coex.web.server;

/// A request that is answered with a status other than 200 and a sentence that says why.
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    public Refusal(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
