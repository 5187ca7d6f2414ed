package coex.bench.subject;

import scala.collection.Iterator;
import scala.collection.immutable.TreeSet;
import scala.collection.immutable.TreeSet$;
import scala.math.Ordering$;

import java.util.Comparator;

/// Scala's immutable tree sets.
final class ScalaSortedSets extends ObjectSets<TreeSet<Object>> {

    /// Elements are longs or strings.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final Comparator<Object> NATURAL = (Comparator) Comparator.naturalOrder();

    @Override
    protected TreeSet<Object> empty() {
        return TreeSet$.MODULE$.empty(Ordering$.MODULE$.comparatorToOrdering(NATURAL));
    }

    @Override
    protected TreeSet<Object> with(TreeSet<Object> set, Object element) {
        return set.incl(element);
    }

    @Override
    protected TreeSet<Object> without(TreeSet<Object> set, Object element) {
        return set.excl(element);
    }

    @Override
    protected boolean has(TreeSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(TreeSet<Object> set, Sink sink) {
        set.foreach(
                element -> {
                    sink.takeElement(element);
                    return null;
                });
    }

    @Override
    protected void each(TreeSet<Object> set, Object from, Sink sink) {
        Iterator<Object> rest = set.iteratorFrom(from);
        for (int left = RANGE; left > 0 && rest.hasNext(); left--) {
            sink.takeElement(rest.next());
        }
    }
}
