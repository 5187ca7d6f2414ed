// SPDX-License-Identifier: Apache-2.0
package coex.web.heap;

import coex.observe.HeapGoneException;
import coex.observe.HeapSource;
import coex.web.server.EventQueue;
import coex.web.server.PageServer;
import coex.web.server.Refusal;
import coex.web.server.Request;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/// What the page of a heap asks of its server.
///
/// | path | |
/// | --- | --- |
/// | `events` | frames, counts of shapes, and in the end why there are no more, as they come |
/// | `lines?block=N` | the lines of a block |
/// | `path?shape=NAME` | what keeps objects of a shape alive |
/// | POST `collect`, `compact`, `verify`, `dump` | does it, and says what came of it |
public final class HeapService implements PageServer.Service {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final long LAST_WORDS_MILLIS = 1_000;

    private final HeapSource source;
    private final HeapActions actions;
    private final HeapSampler sampler;
    private final Runnable release;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final AtomicBoolean searching = new AtomicBoolean();
    private final CompletableFuture<String> end = new CompletableFuture<>();

    /// What stops the server. Written once, before the server has handed out its link; volatile,
    /// for the thread that ends it.
    private volatile Runnable whenEnded = () -> {};

    /// @param dumps where heap dumps are written to
    /// @param release called at the end
    public HeapService(HeapSource source, Path dumps, Runnable release) {
        this.source = source;
        this.actions = new HeapActions(source, dumps);
        this.sampler = new HeapSampler(source, this::end);
        this.release = release;
    }

    public void whenEnded(Runnable action) {
        whenEnded = action;
    }

    @Override
    public boolean answer(Request request) throws IOException, InterruptedException, Refusal {
        try {
            return request.isPost() ? act(request) : show(request);
        } catch (HeapGoneException e) {
            throw new Refusal(410, e.getMessage());
        }
    }

    private boolean show(Request request) throws IOException, InterruptedException, Refusal {
        switch (request.path()) {
            case "events" -> sendEvents(request);
            case "lines" -> {
                int block = number(request.query("block"));
                answer(request, "lines", source.ask(heap -> heap.lines(block)));
            }
            case "path" -> {
                String shape = request.query("shape");
                request.answerJson(alone(heap -> heap.dumpPath(shape, "json")));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /// One search at a time: each looks at millions of objects.
    private String alone(HeapSource.Question<String> search) throws IOException, Refusal {
        if (!searching.compareAndSet(false, true)) {
            throw new Refusal(409, "Another search is under way.");
        }
        try {
            return source.ask(search);
        } catch (HeapGoneException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new Refusal(500, HeapActions.reason(e));
        } finally {
            searching.set(false);
        }
    }

    private static int number(String text) throws Refusal {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new Refusal(400, "Not a number: block.");
        }
    }

    private boolean act(Request request) throws IOException, Refusal {
        HeapActions.Action action = HeapActions.named(request.path());
        if (action == null) {
            return false;
        }
        answer(request, "told", actions.perform(action));
        return true;
    }

    private static void answer(Request request, String name, String value) throws IOException {
        request.answerJson(json(name, value));
    }

    static String json(String name, String value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty(name, value);
            json.writeEndObject();
        }
        return text.toString();
    }

    private void sendEvents(Request request) throws IOException, InterruptedException {
        EventQueue queue = new EventQueue();
        queue.add("title", json("title", source.title()));
        sampler.add(queue);
        try {
            request.answerEvents(queue);
        } finally {
            sampler.remove(queue);
        }
    }

    // The end

    /// Tells everybody who looks, gives them a moment to hear it, and stops the server. Only the
    /// first call does anything; it returns at once.
    public void end(String reason) {
        if (ending.compareAndSet(false, true)) {
            sampler.end(json("reason", reason));
            Thread.ofPlatform().daemon().name("coex-heap-page-end").start(() -> finish(reason));
        }
    }

    private void finish(String reason) {
        try {
            sampler.awaitViewersGone(LAST_WORDS_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            whenEnded.run();
            release.run();
            end.complete(reason);
        }
    }

    /// Waits until the server has stopped, which it does soon after [#end].
    public void awaitStopped() {
        end.join();
    }

    /// Waits until the page has ended, and returns why.
    public String awaitEnd() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
