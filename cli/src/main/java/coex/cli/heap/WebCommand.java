package coex.cli.heap;

import coex.cli.ExitCode;
import coex.observe.HeapGoneException;
import coex.observe.HeapSource;
import coex.observe.HeapViewer;
import coex.runtime.error.VisibleText;
import coex.runtime.launch.WebPage;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Locale;

/// `coex heap web`: a page in the browser that shows a heap live.
///
/// The page is served by this command, which asks the other process once a second while somebody
/// looks. So the page is there to say so when the other process has ended.
@Command(
        name = "web",
        description = "Shows a heap live in a web page for this machine; prints its link.",
        footer = {
            "",
            "Whoever has the link may look, and use the page's buttons. Ctrl+C ends the page; it"
                    + " also ends with the process. Heap dumps are written into the current folder."
        })
final class WebCommand extends HeapSubcommand {
    private static final int MOST_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where the page is served; any free port if not given.")
    private int port;

    @Override
    void checkOptions() {
        if (port < 0 || port > MOST_PORT) {
            throw mistake("--port must be from 1 to 65535, not " + port);
        }
    }

    @Override
    int run(RemoteHeap remote) throws IOException {
        HeapViewer viewer =
                WebPage.viewer()
                        .orElseThrow(
                                () ->
                                        new HeapProblem(
                                                "the page is not here; start with ./coex to build"
                                                        + " it"));
        try (HeapViewer.Showing page = show(viewer, remote)) {
            Thread farewell = new Thread(() -> page.end("The command that showed it has ended."));
            Runtime.getRuntime().addShutdownHook(farewell);
            out().println(page.link());
            out().flush();
            String reason = page.awaitEnd();
            removeUnlessEnding(farewell);
            err().println("coex: " + VisibleText.line(reason));
            return ExitCode.OK;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private static void removeUnlessEnding(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // Ctrl+C: the hook has ended the page
        }
    }

    private HeapViewer.Showing show(HeapViewer viewer, RemoteHeap remote) throws IOException {
        try {
            return viewer.show(new Source(remote), port, Path.of(""));
        } catch (BindException e) {
            throw new HeapProblem("cannot serve at port %d: %s".formatted(port, e.getMessage()), e);
        }
    }

    /// The heap as the page asks it.
    private record Source(RemoteHeap remote) implements HeapSource {
        @Override
        public String title() {
            return "heap %s of process %d".formatted(remote.name(), remote.jvm().pid());
        }

        @Override
        public <T> T ask(Question<T> question) {
            try {
                return remote.ask(question::put);
            } catch (HeapProblem.Closed | HeapProblem.Lost e) {
                throw new HeapGoneException(sentence(e.getMessage()));
            }
        }

        private static String sentence(String message) {
            return message.substring(0, 1).toUpperCase(Locale.ROOT) + message.substring(1) + ".";
        }
    }
}
