package coex.web;

import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.Census;
import coex.observe.HeapSource;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A heap of which a test says what has happened. Times are milliseconds.
final class ScriptedHeap implements HeapSource {

    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final HeapMXBean bean =
            (HeapMXBean)
                    Proxy.newProxyInstance(
                            HeapMXBean.class.getClassLoader(),
                            new Class<?>[] {HeapMXBean.class},
                            (_, method, _) -> answer(method.getName()));

    /// Adds what the heap answers next.
    ///
    /// @param last the number of the last event
    /// @param now the time
    /// @param threads the names of those that are there
    /// @param events as JSON, without braces
    void add(long last, long now, List<String> threads, String... events) {
        frames.add(
                """
                {"last":%d,"lost":0,"now":%d000000,"at":%d,
                "memory":{"used":1,"live":1,"committed":1,"discarded":0,"maximum":1},
                "counts":{"allocations":0,"bytesAllocated":0,"stalls":0,"cycles":0,"young":0},
                "threads":[%s],"otherThreads":0,"otherThreadsBytes":0,"detachedBytes":0,
                "actions":{"count":0,"maximum":0},
                "map":{"blocks":1,"blockBytes":1,"blocksPerCell":1,"uses":"f","fill":"0"},
                "events":[%s]}\
                """
                        .formatted(
                                last,
                                now,
                                now,
                                threads.stream()
                                        .map(ScriptedHeap::thread)
                                        .collect(Collectors.joining(",")),
                                IntStream.range(0, events.length)
                                        .mapToObj(i -> "{" + events[i] + "}")
                                        .collect(Collectors.joining(",")))
                        .replace("\n", ""));
    }

    private static String thread(String name) {
        return """
        {"name":"%s","allocations":0,"bytes":0,"stalls":0,"stallNanos":0,"held":0,"longest":0}\
        """
                .formatted(name);
    }

    private Object answer(String method) throws InterruptedException {
        return switch (method) {
            case "live" -> frames.take();
            case "census" -> new Census(List.of(), 0, 0, true, 0);
            default -> throw new UnsupportedOperationException(method);
        };
    }

    @Override
    public String title() {
        return "scripted";
    }

    @Override
    public <T> T ask(Question<T> question) throws IOException {
        return question.put(bean);
    }
}
