package coex.bench.subject;

import java.util.ArrayList;
import java.util.List;

/// Remembers what it was given; numbers and boxed numbers are the same to it.
final class RecordingSink extends Sink {
    private final List<Object> taken = new ArrayList<>();

    @Override
    public void take(long bits) {
        taken.add(bits);
    }

    @Override
    public void take(Object object) {
        taken.add(object);
    }

    List<Object> taken() {
        return taken;
    }
}
