package coex.runtime.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Samples of stacks, put together: whose calls have the same callers are one. For one thread.
final class CallTree {

    /// A function that was called by those above it.
    static final class Node {
        private final String name;
        private final Map<String, Node> callees = new LinkedHashMap<>();
        private long samples;

        private Node(String name) {
            this.name = name;
        }

        String name() {
            return name;
        }

        /// How often it was seen, itself or one that it had called.
        long samples() {
            return samples;
        }

        /// Those it had called, the most seen first.
        List<Node> callees() {
            var all = new ArrayList<>(callees.values());
            all.sort(Comparator.comparingLong(Node::samples).reversed());
            return all;
        }
    }

    private final Duration period;
    private final Node root = new Node("all");
    private final Map<String, Long> places = new LinkedHashMap<>();
    private long outside;

    CallTree(Duration period) {
        this.period = period;
    }

    void add(SampledCalls sample) {
        if (sample.calls().isEmpty()) {
            outside++;
            return;
        }
        Node node = root;
        node.samples++;
        for (String call : sample.calls()) {
            node = node.callees.computeIfAbsent(call, Node::new);
            node.samples++;
        }
        places.merge(sample.place(), 1L, Long::sum);
    }

    Duration period() {
        return period;
    }

    Node root() {
        return root;
    }

    /// Samples of threads that ran no function of the program: the collector, the compiler.
    long outside() {
        return outside;
    }

    /// The places that were being run most often, and how often.
    List<Map.Entry<String, Long>> busiest(int count) {
        return places.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(count)
                .toList();
    }
}
