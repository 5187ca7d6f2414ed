package coex.runtime.project;

import coex.runtime.error.VisibleText;
import coex.runtime.io.FileObserver;
import coex.runtime.io.WholeFile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// `coex.lock`: the hashes of the packages that a project was made with. A package that has changed
/// since is not used before somebody has said so.
///
/// Folders of other projects are not in it: they are sources one works on.
final class LockFile {

    static final String NAME = "coex.lock";

    private static final String HEAD =
            "# The packages this project was made with. `coex lock` writes it anew.\n\n"
                    + "[packages]\n";

    private static final String FORM = "sha256:";

    private static final int PART_BYTES = 1 << 16;

    private LockFile() {}

    /// Compares the packages of a project with what the file says, and adds those that are new.
    ///
    /// @param mayWrite whether they are added; if not, they are used all the same
    static void check(Project project, boolean mayWrite, FileObserver observer)
            throws ProjectProblem {
        observer.beforeReading(project.path().resolve(NAME));
        project.packages().values().forEach(observer::beforeReading);
        Path file = fileOf(project);
        Map<String, TomlText.Entry> locked = read(file);
        Map<String, String> now = hashes(project);
        for (Map.Entry<String, String> each : now.entrySet()) {
            TomlText.Entry known = locked.get(each.getKey());
            if (known != null && !known.value().equals(each.getValue())) {
                throw TomlText.problem(
                        file.toString(),
                        known.line(),
                        known.column(),
                        "%s is not the package it was; if that is right, `coex lock` says so"
                                .formatted(VisibleText.line(each.getKey())));
            }
        }
        if (mayWrite && !locked.keySet().equals(now.keySet())) {
            write(file, now);
        }
    }

    /// Writes the file anew.
    static void renew(Project project) throws ProjectProblem {
        write(fileOf(project), hashes(project));
    }

    /// A link would lead to a file of the author's choice, which the command would write.
    private static Path fileOf(Project project) throws ProjectProblem {
        Path file = project.path().resolve(NAME);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new ProjectProblem(
                    "%s is a link or no ordinary file; remove it, and `coex lock` makes one"
                            .formatted(VisibleText.line(file.toString())));
        }
        return file;
    }

    private static Map<String, TomlText.Entry> read(Path file) throws ProjectProblem {
        var locked = new LinkedHashMap<String, TomlText.Entry>();
        if (Files.exists(file)) {
            for (TomlText.Entry each : TomlText.read(file.toString(), TomlText.textOf(file))) {
                if (!each.table().equals("packages")
                        || !each.value().matches(FORM + "[0-9a-f]{64}")) {
                    throw TomlText.problem(
                            file.toString(),
                            each.line(),
                            each.column(),
                            "this is no package with its hash; `coex lock` writes the file"
                                    + " anew");
                }
                locked.put(each.key(), each);
            }
        }
        return locked;
    }

    private static Map<String, String> hashes(Project project) throws ProjectProblem {
        var hashes = new TreeMap<String, String>();
        for (Map.Entry<String, Path> each : project.packages().entrySet()) {
            try {
                hashes.put(each.getKey(), FORM + HexFormat.of().formatHex(hash(each.getValue())));
            } catch (IOException e) {
                throw cannot("read", each.getValue(), e);
            }
        }
        return hashes;
    }

    private static byte[] hash(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] part = new byte[PART_BYTES];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.update(part, 0, read);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Path file, Map<String, String> hashes) throws ProjectProblem {
        var text = new StringBuilder(HEAD);
        hashes.forEach(
                (path, hash) ->
                        text.append('"')
                                .append(path.replace("\\", "\\\\").replace("\"", "\\\""))
                                .append("\" = \"")
                                .append(hash)
                                .append("\"\n"));
        try {
            if (hashes.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                WholeFile.write(file, text.toString());
            }
        } catch (IOException e) {
            throw cannot("write", file, e);
        }
    }

    private static ProjectProblem cannot(String what, Path file, IOException e) {
        return new ProjectProblem(
                "cannot %s %s: %s"
                        .formatted(what, VisibleText.line(file.toString()), WholeFile.reason(e)));
    }
}
