import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Checks that a source of more than 500 lines says why it is so long: its first documentation
/// comment has "is long because" or "is whole because". Tests may be long.
///
/// The root POM runs it with the repository's folder as its argument. The exit code is 0 if all is
/// well, 1 if a source does not say, 2 if the arguments make no sense.
final class LongClasses {
    private static final int MOST_LINES = 500;
    private static final Pattern REASON = Pattern.compile("is\\s+(long|whole)\\s+because");

    private LongClasses() {}

    static void main(String[] args) throws IOException {
        if (args.length != 1 || !Files.isDirectory(Path.of(args[0]))) {
            System.err.println("Usage: java build/LongClasses.java REPOSITORY");
            System.exit(2);
        }
        Path repository = Path.of(args[0]).toRealPath();
        List<String> silent = new ArrayList<>();
        for (Path source : RepositoryFiles.endingIn(".java", repository)) {
            List<String> lines = Files.readAllLines(repository.resolve(source));
            if (isMain(source) && lines.size() > MOST_LINES && !saysWhy(lines)) {
                silent.add(
                        "%s: %d lines, and its first comment does not say why (\"is long because\")"
                                .formatted(source, lines.size()));
            }
        }
        silent.forEach(System.err::println);
        System.exit(silent.isEmpty() ? 0 : 1);
    }

    private static boolean isMain(Path source) {
        return source.toString().replace('\\', '/').contains("/src/main/");
    }

    private static boolean saysWhy(List<String> lines) {
        StringBuilder comment = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith("///")) {
                comment.append(line.substring(3)).append(' ');
            } else if (!comment.isEmpty()) {
                break;
            }
        }
        return REASON.matcher(comment).find();
    }
}
