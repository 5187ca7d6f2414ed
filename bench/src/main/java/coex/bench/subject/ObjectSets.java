package coex.bench.subject;

/// Sets of Java objects, which differ only in what they call their operations.
///
/// @param <S> the type of the set
public abstract class ObjectSets<S> extends ObjectKeyed<S> {

    protected abstract S with(S set, Object element);

    protected abstract boolean has(S set, Object element);

    @Override
    protected final S with(S set, Object element, Long value) {
        return with(set, element);
    }

    @Override
    protected final Object valueOf(S set, Object element) {
        return has(set, element);
    }

    @Override
    protected final Object[] updatedKeys(Keys all) {
        return all.absent();
    }
}
