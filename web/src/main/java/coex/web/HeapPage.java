// SPDX-License-Identifier: Apache-2.0
package coex.web;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.observe.HeapSource;
import coex.web.heap.HeapService;
import coex.web.heap.LocalHeap;
import coex.web.server.PageServer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// A web page that shows a heap live: the map of its blocks, memory over time, a time line of its
/// cycles with a lane for each thread, how long threads are held, who allocates, the largest shapes
/// and what keeps them alive.
///
/// ```java
/// try (HeapPage page = HeapPage.open(heap)) {
///     System.out.println(page.link());
///     heap.collect(); // what the program does
/// }
/// ```
///
/// The page is for a browser on the same machine. Whoever has the link may look, and use its
/// buttons: collect, compact, verify, write a dump. Nothing is asked of the heap while no page is
/// open. The page goes with the heap and does not keep it; a browser that still shows it says so.
public final class HeapPage implements AutoCloseable {

    private static final Map<String, String> FILES = files();

    private final HeapService service;
    private final PageServer server;

    private HeapPage(HeapService service, int port) throws IOException {
        this.service = service;
        this.server = PageServer.start("coex-heap-page-", port, FILES, service);
        service.whenEnded(server::close);
    }

    private static Map<String, String> files() {
        Map<String, String> files = new HashMap<>();
        files.put("", "heap.html");
        for (String file :
                new String[] {
                    "heap.css",
                    "heap.js",
                    "amounts.js",
                    "blockmap.js",
                    "timeline.js",
                    "memory.js",
                    "tables.js",
                    "uPlot.iife.min.js",
                    "uPlot.min.css"
                }) {
            files.put(file, file);
        }
        return files;
    }

    /// Shows `heap` at a free port. Dumps are written into the current folder.
    ///
    /// @param heap open
    /// @return the page, which is served until it or the heap is closed
    /// @throws HeapClosedException if the heap is closed
    /// @throws IOException if the page cannot be served
    public static HeapPage open(Heap heap) throws IOException {
        return open(heap, 0, Path.of(""));
    }

    /// Shows `heap` at a port.
    ///
    /// @param heap open
    /// @param port from 1 to 65535, or 0 for a free one
    /// @param dumps the folder for heap dumps that somebody asks for in the page
    /// @return the page, which is served until it or the heap is closed
    /// @throws HeapClosedException if the heap is closed
    /// @throws IOException if the page cannot be served, as when the port is taken
    public static HeapPage open(Heap heap, int port, Path dumps) throws IOException {
        LocalHeap source = LocalHeap.of(heap);
        try {
            HeapService service = new HeapService(source, dumps, source::close);
            HeapPage page = new HeapPage(service, port);
            source.onGone(service::end);
            return page;
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /// Shows a heap that may be in another program.
    ///
    /// @param source where the heap is asked
    /// @param port from 1 to 65535, or 0 for a free one
    /// @param dumps a folder of the machine where the heap's program runs
    /// @return the page, which is served until it is closed
    /// @throws IOException if the page cannot be served, as when the port is taken
    public static HeapPage open(HeapSource source, int port, Path dumps) throws IOException {
        return new HeapPage(new HeapService(source, dumps, () -> {}), port);
    }

    /// {@return what to open in a browser on this machine}
    public URI link() {
        return server.link();
    }

    /// Waits until the heap is closed, its program has ended, or the page is closed.
    ///
    /// @return why, in a sentence for people
    /// @throws InterruptedException if the thread was interrupted while it waited
    public String awaitEnd() throws InterruptedException {
        return service.awaitEnd();
    }

    /// Ends the page. A browser that shows it says that it has ended; it is given a second at most
    /// to hear of it. Closing again does nothing.
    @Override
    public void close() {
        end("The program has closed this page.");
    }

    void end(String reason) {
        service.end(reason);
        service.awaitStopped();
    }
}
