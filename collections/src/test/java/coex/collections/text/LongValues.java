package coex.collections.text;

import coex.collections.list.AskedHeap;
import coex.gc.Frame;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;

/// What tests of long values have: a heap whose collector asks at every safepoint, its strings, and
/// a frame.
public abstract class LongValues {

    protected final AskedHeap asked = new AskedHeap();
    protected final MutatorContext mutator = asked.mutator();
    protected final Strings strings = Strings.of(asked.heap());
    protected final Frame frame = asked.checked().frame(4);

    @AfterEach
    protected final void close() {
        asked.close();
    }
}
