package coex.bench.program;

import java.lang.ref.Reference;
import java.util.LinkedList;
import java.util.List;

/// Times `System.gc()` in a JVM with a thousand live objects besides its own.
public final class SmallSystemCollections {

    private SmallSystemCollections() {}

    /// Argument: how many collections to time; a tenth of it warms up.
    static void main(String[] args) {
        int collections = Integer.parseInt(args[0]);
        List<Long> live = new LinkedList<>();
        for (long i = 0; i < SmallCollections.LIVE / 2; i++) {
            live.add(i + 1000); // a list node and a box each
        }
        CollectionTimes.measure(System::gc, collections / 10);
        CollectionTimes.print(CollectionTimes.measure(System::gc, collections));
        Reference.reachabilityFence(live);
    }
}
