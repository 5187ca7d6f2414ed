package coex.collections.value;

/// Thrown by an operation that has found out nothing yet, changed nothing, and would take long, when somebody asks
/// its thread for something ([Pause#GIVE_UP]). Generated code catches it, roots what it holds, and calls the
/// operation that comes to safepoints.
public final class AskedMeanwhile extends RuntimeException {

    static final AskedMeanwhile INSTANCE = new AskedMeanwhile();

    private static final long serialVersionUID = 1;

    private AskedMeanwhile() {
        super("asked meanwhile", null, false, false);
    }
}
