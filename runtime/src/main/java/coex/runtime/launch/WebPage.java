package coex.runtime.launch;

import coex.gc.Heap;
import coex.observe.HeapViewer;
import coex.runtime.io.StandardStreams;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The page that `--web` asks for. A program that cannot have it runs without.
public final class WebPage {

    /// A program that starts a run may give it a word here, with which the link is told then: a
    /// line that what runs cannot write too, where it may not read its environment.
    private static final String WORD_VARIABLE = "COEX_WEB_WORD";

    private static final String FOLDER = "web";
    private static final String MODULE = "coex.web";
    private static final String VIEWER = "coex.web.HeapPageViewer";

    private WebPage() {}

    /// What shows heaps; empty where it was not shipped, as in a built program.
    public static Optional<HeapViewer> viewer() {
        try {
            Optional<Class<?>> found = LaterModule.find(FOLDER, MODULE, VIEWER);
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of((HeapViewer) found.get().getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Shows the heap and prints the link; null if that is not possible, and says why.
    static HeapViewer.Showing show(Heap heap, StandardStreams streams) {
        Optional<HeapViewer> viewer = viewer();
        if (viewer.isEmpty()) {
            tell(
                    streams,
                    "--web needs `coex run`; a built program can be given --jmx, and be"
                            + " looked at with `coex heap web PID`");
            return null;
        }
        try {
            HeapViewer.Showing page = viewer.get().show(heap);
            String word = System.getenv(WORD_VARIABLE);
            tellLine(
                    streams,
                    (word == null ? "coex: the heap is shown at " : word + " ") + page.link());
            return page;
        } catch (IOException e) {
            tell(streams, "cannot show the heap: " + e.getMessage());
            return null;
        }
    }

    private static void tell(StandardStreams streams, String what) {
        tellLine(streams, "coex: " + what);
    }

    private static void tellLine(StandardStreams streams, String line) {
        try {
            OutputStream err = streams.err();
            synchronized (err) {
                err.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                err.flush();
            }
        } catch (IOException _) {
            // Nobody listens on standard error.
        }
    }
}
