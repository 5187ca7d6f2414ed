import com.google.googlejavaformat.java.Main;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Checks or fixes the layout of every Java file of the repository.
///
/// The root POM runs it, with `check` or `fix` and the repository's folder as arguments. The
/// formatter leaves doc comments alone, since they hold drawings and tables; [DocCommentWidth] sees
/// to their width.
///
/// What is known to be laid out is not looked at again: `target` keeps the digests of such files.
final class JavaFormat {
    private static final List<String> STYLE = List.of("--aosp", "--skip-javadoc-formatting");

    /// A digest a line.
    private static final String KNOWN = "laid-out.txt";

    private JavaFormat() {}

    static void main(String[] args) throws Exception {
        String task = args.length == 2 ? args[0] : "";
        int status =
                switch (task) {
                    case "check" -> check(Path.of(args[1]));
                    case "fix" -> fix(Path.of(args[1]));
                    default -> explainUsage();
                };
        System.exit(status);
    }

    private static int explainUsage() {
        System.err.println("Usage: java build/JavaFormat.java check|fix REPOSITORY");
        return 2;
    }

    private static int check(Path repository) throws Exception {
        List<Path> all = javaFiles(repository);
        List<Path> unknown = unknown(repository, all);
        var changed = new StringWriter();
        int status = format(unknown, changed, "--dry-run", "--set-exit-if-changed");
        List<Path> wrong = changed.toString().lines().map(Path::of).toList();
        for (Path file : wrong) {
            System.err.println("not formatted: " + repository.relativize(file));
        }
        if (status != 0) {
            System.err.println("To lay out all files anew: mvn -N -Pformat");
        }
        if (status == 0 || !wrong.isEmpty()) { // else something else went wrong
            remember(repository, all.stream().filter(file -> !wrong.contains(file)).toList());
        }
        status = Math.max(status, LicenceHeaders.check(repository));
        return Math.max(status, DocCommentWidth.check(repository));
    }

    /// Formats twice: a string the formatter has split it lays out only the next time.
    private static int fix(Path repository) throws Exception {
        LicenceHeaders.fix(repository);
        DocCommentWidth.fix(repository);
        List<Path> all = javaFiles(repository);
        List<Path> unknown = unknown(repository, all);
        for (int times = 0; times < 2; times++) {
            int status = format(unknown, new StringWriter(), "--replace");
            if (status != 0) {
                return status;
            }
        }
        remember(repository, all);
        return 0;
    }

    private static List<Path> javaFiles(Path repository) throws Exception {
        return RepositoryFiles.endingIn(".java", repository).stream()
                .map(repository::resolve)
                .toList();
    }

    private static List<Path> unknown(Path repository, List<Path> files) throws Exception {
        Path known = known(repository);
        Set<String> digests =
                Files.exists(known) ? Set.copyOf(Files.readAllLines(known)) : Set.of();
        List<Path> unknown = new ArrayList<>();
        for (Path file : files) {
            if (!digests.contains(digest(file))) {
                unknown.add(file);
            }
        }
        return unknown;
    }

    private static void remember(Path repository, List<Path> files) throws Exception {
        Set<String> digests = new TreeSet<>();
        for (Path file : files) {
            digests.add(digest(file));
        }
        Files.write(Files.createDirectories(known(repository).getParent()).resolve(KNOWN), digests);
    }

    private static Path known(Path repository) {
        return repository.resolve("target", "formatter", KNOWN);
    }

    /// Of the file, and of what lays it out.
    private static String digest(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(String.join(" ", STYLE).getBytes(StandardCharsets.UTF_8));
        digest.update(System.getProperty("java.class.path").getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    }

    private static int format(List<Path> files, StringWriter out, String... options)
            throws Exception {
        if (files.isEmpty()) {
            return 0;
        }
        String[] arguments =
                Stream.of(STYLE.stream(), Stream.of(options), files.stream().map(Path::toString))
                        .flatMap(part -> part)
                        .toArray(String[]::new);
        var printedOut = new PrintWriter(out);
        var errors = new PrintWriter(System.err);
        try {
            return new Main(printedOut, errors, InputStream.nullInputStream()).format(arguments);
        } finally {
            printedOut.flush();
            errors.flush();
        }
    }
}
