package coex.gc.handle;

/// Lets tests in other packages clear marks.
public final class MarksAccess {

    private MarksAccess() {}

    /// Clears the shades of 64 handles.
    public static void clear(Marks marks, long word) {
        marks.unshadeBirths(word, -1L);
    }
}
