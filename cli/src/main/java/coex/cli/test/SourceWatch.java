package coex.cli.test;

import coex.cli.program.SourceProblem;
import coex.runtime.io.FileObserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sees when files change, come or go, by looking at their times and sizes again and again. What it
/// compares with is how a file was before it was read, so that a change is seen however long it
/// takes until somebody waits for one. One thread at a time.
final class SourceWatch implements FileObserver {

    private static final long LOOK_AGAIN_MILLIS = 300;

    /// Who saves a file may write it in several steps, or save more than one.
    private static final long QUIET_MILLIS = 100;

    /// Something that never stops to change is not waited for.
    private static final int MOST_LOOKS_FOR_QUIET = 20;

    /// By path, in the order in which they were read; empty for a file that was not there.
    private final Map<Path, Optional<State>> states = new LinkedHashMap<>();

    /// What [#filesOf] was asked for.
    private List<String> names = List.of();

    SourceWatch() {}

    /// A folder has no time: what is in it, and was not read, does not matter.
    private record State(FileTime time, long bytes, String key) {
        static final State FOLDER = new State(FileTime.fromMillis(0), 0, "");
    }

    /// A file that is not as it was.
    record Change(Path file, Kind kind) {
        enum Kind {
            NEW("is new"),
            CHANGED("has changed"),
            GONE("is gone");

            private final String words;

            Kind(String words) {
                this.words = words;
            }
        }

        String words() {
            return kind.words;
        }
    }

    @Override
    public void beforeReading(Path file) {
        states.computeIfAbsent(file, SourceWatch::stateOf);
    }

    /// The files that have tests, of which there may be more later.
    List<String> filesOf(List<String> wanted) throws SourceProblem {
        names = List.copyOf(wanted);
        List<String> files = TestFiles.of(names);
        files.forEach(file -> beforeReading(Path.of(file)));
        return files;
    }

    private static Optional<State> stateOf(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return Optional.of(
                    attributes.isDirectory()
                            ? State.FOLDER
                            : new State(
                                    attributes.lastModifiedTime(),
                                    attributes.size(),
                                    String.valueOf(attributes.fileKey())));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// A file that is not as it was, if there is one.
    Optional<Change> changed() {
        return changed(now());
    }

    /// All files as they are now.
    private Map<Path, Optional<State>> now() {
        var now = new LinkedHashMap<Path, Optional<State>>();
        states.keySet().forEach(file -> now.put(file, stateOf(file)));
        try {
            for (String file : TestFiles.of(names)) {
                now.computeIfAbsent(Path.of(file), SourceWatch::stateOf);
            }
        } catch (SourceProblem _) {
            // a folder has gone, and what was in it too
        }
        return now;
    }

    private Optional<Change> changed(Map<Path, Optional<State>> now) {
        for (Map.Entry<Path, Optional<State>> each : now.entrySet()) {
            Optional<State> before = states.getOrDefault(each.getKey(), Optional.empty());
            if (!each.getValue().equals(before)) {
                return Optional.of(new Change(each.getKey(), kind(before, each.getValue())));
            }
        }
        return Optional.empty();
    }

    private static Change.Kind kind(Optional<State> before, Optional<State> now) {
        if (now.isEmpty()) {
            return Change.Kind.GONE;
        }
        return before.isEmpty() ? Change.Kind.NEW : Change.Kind.CHANGED;
    }

    /// Waits until a file is not as it was, and no more changes follow at once.
    Change awaitChange() throws InterruptedException {
        while (true) {
            Map<Path, Optional<State>> now = now();
            if (changed(now).isPresent()) {
                Optional<Change> change = changed(quietAfter(now));
                if (change.isPresent()) { // or it is as it was: somebody took it away for a moment
                    return change.get();
                }
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
    }

    /// How all files are when they stay so for a while.
    private Map<Path, Optional<State>> quietAfter(Map<Path, Optional<State>> before)
            throws InterruptedException {
        Map<Path, Optional<State>> last = before;
        for (int i = 0; i < MOST_LOOKS_FOR_QUIET; i++) {
            Thread.sleep(QUIET_MILLIS);
            Map<Path, Optional<State>> now = now();
            if (now.equals(last)) {
                return now;
            }
            last = now;
        }
        return last;
    }
}
