package coex.bench.subject;

/// Lists of Java objects, which differ only in what they call their operations.
///
/// @param <L> the type of the list
public abstract class ObjectLists<L> extends ListSubject {

    private Places places;
    private Long[] newElements;
    private int[] indices;
    private L list;

    protected abstract L empty();

    protected abstract L with(L list, Long element);

    protected abstract L replaced(L list, int index, Long element);

    protected abstract Object elementOf(L list, int index);

    /// Gives all elements to `sink`, in the fastest way the library has.
    protected abstract void each(L list, Sink sink);

    @Override
    public final void prepare(Places newPlaces) {
        places = newPlaces;
        newElements = places.newElements();
        indices = places.indices();
        list = built();
    }

    /// The list, to be looked at.
    public final Object list() {
        return list;
    }

    @Override
    public final void get(int position, Sink sink) {
        sink.takeElement(elementOf(list, indices[position]));
    }

    @Override
    public final void update(int position, Sink sink) {
        sink.take(replaced(list, indices[position], newElements[position]));
    }

    @Override
    public final void build(Sink sink) {
        sink.take(built());
    }

    private L built() {
        L result = empty();
        for (Long element : places.elements()) {
            result = with(result, element);
        }
        return result;
    }

    @Override
    public final void iterate(Sink sink) {
        each(list, sink);
    }
}
