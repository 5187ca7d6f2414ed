package coex.observe;

import java.io.IOException;

/// Where a page gets its heap from: this program, or a connection to another.
///
/// Used by several threads at once.
public interface HeapSource {

    /// Which heap of which program it is, for people.
    String title();

    /// Puts a question to the heap, and waits for the answer.
    ///
    /// @throws HeapGoneException if the heap or its program has ended
    /// @throws IOException as the question
    /// @throws RuntimeException if the heap cannot do what was asked; the message says why
    <T> T ask(Question<T> question) throws IOException;

    /// Something to ask of a heap.
    interface Question<T> {

        /// Asks it.
        T put(HeapMXBean heap) throws IOException;
    }
}
