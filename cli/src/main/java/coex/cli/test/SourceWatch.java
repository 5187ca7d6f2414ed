package coex.cli.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Sees when files change, come or go, by looking at their times and sizes again and again.
///
/// @param states by path; empty for a file that is not there
record SourceWatch(Map<Path, Optional<State>> states) {

    private static final long LOOK_AGAIN_MILLIS = 300;

    /// Which files there are to look at.
    interface Selection {
        Set<Path> now();
    }

    private record State(long time, long bytes, Object key) {}

    static SourceWatch of(Set<Path> files) {
        var states = new HashMap<Path, Optional<State>>();
        files.forEach(file -> states.put(file, stateOf(file)));
        return new SourceWatch(states);
    }

    /// The same and more files. Those that are known already are as they were before.
    SourceWatch with(Set<Path> files) {
        var all = new HashMap<>(of(files).states);
        all.putAll(states);
        return new SourceWatch(all);
    }

    private static Optional<State> stateOf(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return Optional.of(
                    new State(
                            attributes.lastModifiedTime().toMillis(),
                            attributes.size(),
                            String.valueOf(attributes.fileKey())));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// A file that is not as it was, if there is one.
    Optional<Path> changed(Set<Path> now) {
        for (Path file : now) {
            if (!states.containsKey(file) || !states.get(file).equals(stateOf(file))) {
                return Optional.of(file);
            }
        }
        return states.keySet().stream().filter(file -> !now.contains(file)).findFirst();
    }

    /// Waits until a file is not as it was.
    Path awaitChange(Selection files) throws InterruptedException {
        Optional<Path> changed = changed(files.now());
        while (changed.isEmpty()) {
            Thread.sleep(LOOK_AGAIN_MILLIS);
            changed = changed(files.now());
        }
        return changed.get();
    }
}
