package coex.lsp.text;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Optional;

/// What editors and source files call the same text.
public final class Uris {

    private Uris() {}

    /// The path of a file; empty for a text that is none, such as one that was never saved.
    public static Optional<Path> pathOf(String uri) {
        try {
            var parsed = new URI(uri);
            return "file".equalsIgnoreCase(parsed.getScheme())
                    ? Optional.of(Path.of(parsed).toAbsolutePath().normalize())
                    : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException _) {
            return Optional.empty();
        }
    }

    /// The name of a source file with this text. A text that is no file gets a name that can be
    /// one, so that its imports are looked for where the server was started.
    public static String nameOf(String uri) {
        return pathOf(uri).map(Path::toString).orElseGet(() -> uri.replaceAll("[^\\w.-]", "_"));
    }

    /// What an editor calls a file; empty if the name is that of something inside of a package or
    /// of the library, which no editor can open.
    public static Optional<String> uriOf(String name) {
        Path path = Path.of(name);
        return path.isAbsolute() ? Optional.of(path.toUri().toString()) : Optional.empty();
    }
}
