package coex.bench;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A file that somebody has named for what a command makes. What is wrong with it is said in words
/// for a user, before hours are spent as well as after.
final class OutputFile {

    private OutputFile() {}

    /// Says whether the file can be written, as far as one can see without writing it.
    ///
    /// @throws IOException if not, with a message that names the file and says why
    static void check(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw problem(file, "it is a folder");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw problem(file, "there is no such folder");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw problem(file, "permission denied");
        }
    }

    /// @throws IOException if it cannot be written, with a message that names it and says why
    static void write(Path file, String text) throws IOException {
        try {
            Files.writeString(file, text);
        } catch (NoSuchFileException e) {
            throw problem(file, "there is no such folder");
        } catch (AccessDeniedException e) {
            throw problem(file, "permission denied");
        } catch (FileSystemException e) {
            throw problem(file, e.getReason());
        } catch (IOException e) {
            throw problem(file, e.getMessage());
        }
    }

    private static IOException problem(Path file, String reason) {
        return new IOException("cannot write %s: %s".formatted(file, reason));
    }
}
