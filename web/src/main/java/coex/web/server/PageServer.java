// SPDX-License-Identifier: Apache-2.0
package coex.web.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// A web server for one page, on the loopback address, for whoever has its link.
///
/// Every answer carries a content policy under which the page loads scripts and styles of this
/// server only, runs none that are in its text, and talks to nobody else. Requests run on virtual
/// threads, so many at once and no more.
public final class PageServer implements AutoCloseable {

    private static final int MOST_AT_ONCE = 64;
    private static final int BACKLOG = 64;

    private static final Map<String, String> HEADERS =
            Map.of(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                        + " img-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none';"
                        + " frame-ancestors 'self'",
                    "X-Content-Type-Options",
                    "nosniff",
                    "X-Frame-Options",
                    "SAMEORIGIN",
                    "Cross-Origin-Resource-Policy",
                    "same-origin",
                    "Cross-Origin-Opener-Policy",
                    "same-origin",
                    "Referrer-Policy",
                    "no-referrer",
                    "Cache-Control",
                    "no-store");

    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml");

    /// What the page asks for beyond its files.
    public interface Service {

        /// Answers a request; false if it knows no such path.
        boolean answer(Request request) throws IOException, InterruptedException, Refusal;
    }

    private final HttpServer server;
    private final ExecutorService workers;
    private final Gate gate;
    private final Map<String, String> files;
    private final Service service;
    private final Semaphore room = new Semaphore(MOST_AT_ONCE);

    private PageServer(HttpServer server, String name, Map<String, String> files, Service service) {
        this.server = server;
        this.workers =
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name, 0).factory());
        this.gate = Gate.withNewToken(server.getAddress().getPort());
        this.files = Map.copyOf(files);
        this.service = service;
    }

    /// Starts a server.
    ///
    /// @param name of its threads
    /// @param port 0 for any that is free
    /// @param files the paths below the link, and the resources of this module they lead to; the
    ///     page itself has the empty path
    /// @throws IOException if the port is taken
    public static PageServer start(
            String name, int port, Map<String, String> files, Service service) throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        HttpServer http = HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG);
        PageServer server = new PageServer(http, name, files, service);
        http.setExecutor(server.workers);
        http.createContext("/", server::handle);
        http.start();
        return server;
    }

    /// What to open in a browser. Whoever has it may do what the page does.
    public URI link() {
        return URI.create(
                "http://127.0.0.1:%d/%s/".formatted(server.getAddress().getPort(), gate.token()));
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            HEADERS.forEach(exchange.getResponseHeaders()::set);
            if (!room.tryAcquire()) {
                refuse(exchange, new Refusal(503, "Too many requests at once."));
                return;
            }
            try {
                answer(exchange);
            } catch (Refusal refusal) {
                refuse(exchange, refusal);
            } finally {
                room.release();
            }
        } catch (IOException _) {
            // the reader has gone
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the server is being closed
        } catch (RuntimeException e) {
            System.getLogger("coex.web").log(Level.WARNING, "request failed", e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException, Refusal {
        String path = gate.admit(exchange);
        if (path == null) { // relative addresses in the page need the slash
            exchange.getResponseHeaders().set("Location", link().getPath());
            exchange.sendResponseHeaders(308, -1);
            return;
        }
        Request request = new Request(exchange, path);
        String file = files.get(path);
        if (file != null && !request.isPost()) {
            request.answer(200, typeOf(file), resource(file));
        } else if (!service.answer(request)) {
            throw new Refusal(404, "Nothing here.");
        }
    }

    private static void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
        byte[] text = (refusal.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
        new Request(exchange, "").answer(refusal.status(), "text/plain; charset=utf-8", text);
    }

    /// By the end of its name; null if it is of no kind that a page needs.
    static String typeOf(String file) {
        return TYPES.get(file.substring(file.lastIndexOf('.') + 1));
    }

    private static byte[] resource(String file) throws IOException {
        try (InputStream in = PageServer.class.getResourceAsStream("/coex/web/page/" + file)) {
            if (in == null) {
                throw new IllegalStateException("resource missing: file=" + file);
            }
            return in.readAllBytes();
        }
    }

    /// Ends all connections.
    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
