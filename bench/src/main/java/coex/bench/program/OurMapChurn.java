package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.subject.Keys;
import coex.bench.subject.OurHeap;
import coex.collections.map.MapType;
import coex.collections.value.Primitive;
import coex.gc.GlobalRoot;
import coex.gc.HeapStats;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

/// [MapChurn] with our map in a global root.
public final class OurMapChurn extends MapChurn {

    private static final MapType TYPE = MapType.of(OurHeap.HEAP, Primitive.LONG, Primitive.LONG);

    private final GlobalRoot published = OurHeap.HEAP.newRoot();
    private long[] sought;
    private HeapStats before;

    private OurMapChurn() {}

    /// Arguments: entries, milliseconds.
    static void main(String[] args) throws InterruptedException {
        new OurMapChurn().run(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    }

    @Override
    Access build(Keys keys) {
        sought = new long[keys.size()];
        Handles access = new Handles();
        long map = 0;
        for (int i = 0; i < sought.length; i++) {
            sought[i] = (Long) keys.sought()[i];
            map = TYPE.set(access.context, map, (Long) keys.stored()[i], keys.values()[i]);
        }
        published.set(access.mutator, map);
        return access;
    }

    @Override
    Access attach() {
        return new Handles();
    }

    @Override
    void warm() {
        before = OurHeap.HEAP.stats();
    }

    @Override
    void ended() {
        HeapStats after = OurHeap.HEAP.stats();
        Figures.print("cycles", after.collection().completed() - before.collection().completed());
        Figures.print("stalls", after.allocation().stalls() - before.allocation().stalls());
        Figures.print("marked-mib", after.collection().bytesMarked() >> 20);
    }

    private final class Handles implements Access {
        private final Mutator mutator = OurHeap.HEAP.attach();
        private final MutatorContext context = ConcurrentHeap.contextOf(mutator);

        @Override
        public void replace(int position, long value) {
            long map = published.get(mutator);
            published.set(mutator, TYPE.set(context, map, sought[position], value));
        }

        @Override
        public boolean get(int position) {
            context.poll();
            return TYPE.has(context, published.get(mutator), sought[position]);
        }

        @Override
        public void end() {
            mutator.close();
        }
    }
}
