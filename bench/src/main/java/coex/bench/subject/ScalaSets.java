package coex.bench.subject;

import scala.collection.immutable.HashSet;
import scala.collection.immutable.HashSet$;

/// Scala's immutable hash sets.
final class ScalaSets extends ObjectSets<HashSet<Object>> {

    @Override
    protected HashSet<Object> empty() {
        return HashSet$.MODULE$.empty();
    }

    @Override
    protected HashSet<Object> with(HashSet<Object> set, Object element) {
        return set.incl(element);
    }

    @Override
    protected HashSet<Object> without(HashSet<Object> set, Object element) {
        return set.excl(element);
    }

    @Override
    protected boolean has(HashSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(HashSet<Object> set, Sink sink) {
        set.foreach(
                element -> {
                    sink.takeElement(element);
                    return null;
                });
    }
}
