// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import java.io.IOException;

/// Where a page gets its heap from: this program, or a connection to another.
///
/// Used by several threads at once.
public interface HeapSource {

    /// {@return which heap of which program it is, for people}
    String title();

    /// Puts a question to the heap, and waits for the answer.
    ///
    /// @param <T> the type of the answer
    /// @param question what to ask
    /// @return the answer
    /// @throws HeapGoneException if the heap or its program has ended
    /// @throws IOException as the question
    /// @throws RuntimeException if the heap cannot do what was asked; the message says why
    <T> T ask(Question<T> question) throws IOException;

    /// Something to ask of a heap.
    ///
    /// @param <T> the type of the answer
    interface Question<T> {

        /// Asks it.
        ///
        /// @param heap the heap
        /// @return the answer
        /// @throws IOException if the answer cannot be written
        T put(HeapMXBean heap) throws IOException;
    }
}
