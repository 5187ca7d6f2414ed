// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

/// Thrown by an operation that has found out nothing yet, changed nothing, and would take long,
/// when somebody asks its thread for something ([Pause#GIVE_UP]). Generated code catches it, roots
/// what it holds, and calls the operation that comes to safepoints.
public final class SafepointRequested extends RuntimeException {

    static final SafepointRequested INSTANCE = new SafepointRequested();

    private static final long serialVersionUID = 1;

    private SafepointRequested() {
        super("safepoint requested", null, false, false);
    }
}
