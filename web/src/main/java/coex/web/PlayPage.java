// SPDX-License-Identifier: Apache-2.0
package coex.web;

import coex.web.play.PlayService;
import coex.web.server.PageServer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A web page with an editor for Coex programs: what the language server says while one types, the
/// guide, the output of a run and the map of its heap.
///
/// Programs run in processes of their own, in a sandbox. Whoever has the link may run some.
public final class PlayPage implements AutoCloseable {

    private static final Map<String, String> FILES = files();

    private final PlayService service;
    private final PageServer server;

    private PlayPage(PlayService service, int port) throws IOException {
        this.service = service;
        this.server = PageServer.start("coex-play-", port, FILES, service);
    }

    private static Map<String, String> files() {
        Map<String, String> files = new HashMap<>();
        files.put("", "play.html");
        for (String file :
                new String[] {
                    "play.css",
                    "play.js",
                    "heap.css",
                    "amounts.js",
                    "blockmap.js",
                    "memory.js",
                    "uPlot.iife.min.js",
                    "uPlot.min.css"
                }) {
            files.put(file, file);
        }
        return files;
    }

    /// Serves the page. Called by name, by `coex play`.
    ///
    /// @param port from 1 to 65535, or 0 for a free one
    /// @param command how to start coex, without its arguments
    /// @param options what programs may do and have, beyond a sandbox
    /// @param documents the folder with the pages of the manual
    /// @param examples the folder with programs to begin with
    /// @return the page, which is served until it is closed
    /// @throws IOException if the page cannot be served, as when the port is taken
    public static PlayPage open(
            int port, List<String> command, List<String> options, Path documents, Path examples)
            throws IOException {
        return new PlayPage(new PlayService(command, options, documents, examples), port);
    }

    /// {@return what to open in a browser on this machine}
    public URI link() {
        return server.link();
    }

    /// Ends the page, and the processes of those who have it open.
    @Override
    public void close() {
        service.close();
        server.close();
    }
}
