// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

/// What to call threads, so that somebody can find them.
final class ThreadNames {

    private ThreadNames() {}

    /// The thread's name; of one without, which most virtual threads are, its number.
    static String of(Thread thread) {
        return of(thread.getName(), thread.threadId());
    }

    static String of(String name, long id) {
        return name.isEmpty() ? "#" + id : name;
    }
}
