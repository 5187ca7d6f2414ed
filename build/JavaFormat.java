import com.google.googlejavaformat.java.Main;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Checks or fixes the layout of every Java file of the repository.
///
/// The root POM runs it, with `check` or `fix` and the repository's folder as arguments. Doc comments
/// are left alone: they hold drawings and tables that only their author can lay out.
final class JavaFormat {
    private static final List<String> STYLE = List.of("--aosp", "--skip-javadoc-formatting");

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
        var changed = new StringWriter();
        int status = format(repository, changed, "--dry-run", "--set-exit-if-changed");
        for (String file : changed.toString().lines().toList()) {
            System.err.println("not formatted: " + repository.relativize(Path.of(file)));
        }
        if (status != 0) {
            System.err.println("To lay out all files anew: mvn -N -Pformat");
        }
        return status;
    }

    /// Formats twice: a string the formatter has split it lays out only the next time.
    private static int fix(Path repository) throws Exception {
        int status = format(repository, new StringWriter(), "--replace");
        return status != 0 ? status : format(repository, new StringWriter(), "--replace");
    }

    private static int format(Path repository, StringWriter out, String... options)
            throws Exception {
        Stream<String> files =
                RepositoryFiles.endingIn(".java", repository).stream()
                        .map(file -> repository.resolve(file).toString());
        String[] arguments =
                Stream.of(STYLE.stream(), Stream.of(options), files)
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
