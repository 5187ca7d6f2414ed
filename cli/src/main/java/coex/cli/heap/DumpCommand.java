package coex.cli.heap;

import coex.cli.ExitCode;
import coex.observe.OwnerOnlyFile;
import coex.runtime.error.VisibleText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// `coex heap dump`: a report on a heap, as text or JSON.
@Command(name = "dump", description = "Prints a report on a heap, as text or as JSON.")
final class DumpCommand extends HeapSubcommand {
    private static final long ROWS_ON_STDOUT = 1000;

    @Option(
            names = {"-r", "--report"},
            paramLabel = "REPORT",
            description =
                    "stats, heap, handles, stacks, validation, fragmentation or census; heap if not"
                            + " given.")
    private String report;

    @Option(
            names = {"-v", "--verbosity"},
            paramLabel = "0|1|2",
            defaultValue = "1",
            description = "How much of each object or handle; ${DEFAULT-VALUE} if not given.")
    private int verbosity;

    @Option(
            names = {"-n", "--rows"},
            paramLabel = "N",
            description =
                    "At most N objects, handles, ...; 0 for all. 1000 if not given, all with -o.")
    private Long rows;

    @Option(
            names = "--handle",
            paramLabel = "HANDLE",
            description = "The one object with this handle, instead of a report.")
    private Long handle;

    @Option(
            names = "--path-to",
            paramLabel = "SHAPE",
            description =
                    "What keeps objects of this shape alive: the shortest way from a root to one.")
    private String pathTo;

    @Option(
            names = "--all",
            description = "Also objects that are not reachable and were not found dead.")
    private boolean all;

    @Option(names = "--json", description = "As JSON, for tools.")
    private boolean json;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Into a new file, of any size.")
    private Path file;

    @Override
    void checkOptions() {
        if (verbosity < 0 || verbosity > 2) {
            throw mistake("--verbosity must be 0, 1 or 2, not " + verbosity);
        }
        if (rows != null && rows < 0) {
            throw mistake("--rows must not be negative: " + rows);
        }
        if (handle != null && report != null) {
            throw mistake("--handle and --report exclude each other");
        }
        if (pathTo != null && (handle != null || report != null)) {
            throw mistake("--path-to goes neither with --handle nor with --report");
        }
        if (all && (pathTo != null || handle != null || !name().startsWith("heap"))) {
            throw mistake("--all goes with the report heap only");
        }
        if (handle != null && handle <= 0) {
            throw mistake("--handle must be positive: " + handle);
        }
    }

    @Override
    int run(RemoteHeap remote) throws IOException {
        if (file == null) {
            out().print(VisibleText.lines(text(remote)));
            out().flush();
        } else if (handle != null || pathTo != null) {
            write(text(remote));
        } else {
            String path = file.toAbsolutePath().toString();
            remote.ask(bean -> bean.dumpToFile(name(), verbosity, rows(0), format(), path));
        }
        return ExitCode.OK;
    }

    private String text(RemoteHeap remote) {
        if (pathTo != null) {
            return remote.ask(bean -> bean.dumpPath(pathTo, format()));
        }
        return handle != null
                ? remote.ask(bean -> bean.dumpObject(handle, format()))
                : remote.ask(bean -> bean.dump(name(), verbosity, rows(ROWS_ON_STDOUT), format()));
    }

    private void write(String text) {
        try (Writer out = Channels.newWriter(OwnerOnlyFile.create(file), StandardCharsets.UTF_8)) {
            out.write(text);
        } catch (IOException e) {
            throw new HeapProblem("cannot write %s: %s".formatted(file, e), e);
        }
    }

    private String name() {
        String name = report == null ? "heap" : report;
        return all && name.equals("heap") ? "heap-all" : name;
    }

    private long rows(long otherwise) {
        return rows == null ? otherwise : rows;
    }

    private String format() {
        return json ? "json" : "text";
    }
}
