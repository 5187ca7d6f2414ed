package coex.bench.subject;

/// Maps of Java objects, which differ only in what they call their operations; and sets, which are
/// maps whose values nobody looks at ([ObjectSets]).
///
/// @param <M> the type of the map
public abstract class ObjectKeyed<M> extends KeyedSubject {

    private Keys keys;
    private Object[] sought;
    private Object[] updated;
    private Long[] newValues;
    private M map;

    protected abstract M empty();

    protected abstract M with(M map, Object key, Long value);

    protected abstract M without(M map, Object key);

    protected abstract Object valueOf(M map, Object key);

    /// Gives all keys and values to `sink`, in the fastest way the library has.
    protected abstract void each(M map, Sink sink);

    /// Takes a range from a key on, if it is sorted.
    protected void each(M map, Object from, Sink sink) {
        throw new UnsupportedOperationException("not sorted: " + getClass().getSimpleName());
    }

    @Override
    public final void range(int position, Sink sink) {
        each(map, sought[position], sink);
    }

    @Override
    public final void prepare(Keys newKeys) {
        keys = newKeys;
        sought = keys.sought();
        updated = updatedKeys(keys);
        newValues = keys.newValues();
        map = built();
    }

    /// The keys that updates are given.
    protected Object[] updatedKeys(Keys all) {
        return all.sought();
    }

    /// The map, to be looked at.
    public final M map() {
        return map;
    }

    @Override
    public final void get(int position, Sink sink) {
        sink.takeElement(valueOf(map, sought[position]));
    }

    protected final Object updated(int position) {
        return updated[position];
    }

    @Override
    public void update(int position, Sink sink) {
        sink.take(with(map, updated[position], newValues[position]));
    }

    @Override
    public void remove(int position, Sink sink) {
        sink.take(without(map, sought[position]));
    }

    @Override
    public final void build(Sink sink) {
        sink.take(built());
    }

    private M built() {
        Object[] stored = keys.stored();
        Long[] values = keys.values();
        M result = empty();
        for (int i = 0; i < stored.length; i++) {
            result = with(result, stored[i], values[i]);
        }
        return result;
    }

    @Override
    public final void iterate(Sink sink) {
        each(map, sink);
    }
}
