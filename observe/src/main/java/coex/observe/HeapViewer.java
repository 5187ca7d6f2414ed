// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Heap;

import java.io.IOException;
import java.nio.file.Path;

/// Shows heaps to people while their program runs. `coex.web` has the one there is; commands load
/// it only when somebody wants it, and know it as this.
public interface HeapViewer {

    /// Begins to show a heap of this program, until what is returned is closed or the heap is.
    ///
    /// @param heap the heap
    /// @return what ends it
    /// @throws IOException if it cannot be shown
    Showing show(Heap heap) throws IOException;

    /// Begins to show a heap that may be in another program.
    ///
    /// @param source where the heap is asked
    /// @param port where to serve, or 0 for a free port
    /// @param dumps the folder for heap dumps that somebody asks for
    /// @return what ends it
    /// @throws IOException if it cannot be shown
    Showing show(HeapSource source, int port, Path dumps) throws IOException;

    /// A heap that is shown.
    interface Showing extends AutoCloseable {

        /// {@return what a person opens to see it}
        String link();

        /// Waits until there is nothing more to show.
        ///
        /// @return why
        /// @throws InterruptedException if the thread is interrupted
        String awaitEnd() throws InterruptedException;

        /// Shows it no more, and tells whoever looks why.
        ///
        /// @param reason a sentence
        void end(String reason);

        /// Shows it no more.
        @Override
        default void close() {
            end("This page was closed.");
        }
    }
}
