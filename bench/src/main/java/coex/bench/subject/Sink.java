package coex.bench.subject;

/// Where results go, so that the compiler cannot leave the work out.
///
/// An abstract class and not an interface: where one kind of sink is loaded, as in a benchmark's
/// JVM, the compiler calls it directly.
public abstract class Sink {

    public abstract void take(long bits);

    public abstract void take(Object object);

    /// What was got out of a collection of objects. Whoever gets a number reads it, and ours come
    /// as numbers: so the number is taken out of its box.
    public final void takeElement(Object element) {
        if (element instanceof Long number) {
            take(number.longValue());
        } else {
            take(element);
        }
    }
}
