import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds what is written twice in the main sources: runs of at least ten lines that are equal, also
/// if comments, empty lines, imports and `@Override` stand between them. `build/duplicates.txt`
/// lists the pairs of sources that may have such runs in common, each with how many lines these
/// have in all and the reason: so what is added to them later is found too.
///
/// The root POM runs it with the repository's folder as its argument. With `count` before that it
/// prints all runs and how many there are, whether they are listed or not. The exit code is 0 if
/// all is well, 1 if a pair is not listed, or is listed with another number of lines, or without a
/// reason; 2 if the arguments make no sense.
final class Duplicates {
    private static final int SHORTEST = 10;

    /// Of an entry of the list: how many lines, and why.
    private static final Pattern LISTED =
            Pattern.compile("\\s*(\\d+) lines: (\\S.*)", Pattern.DOTALL);

    /// A line that counts.
    private record Line(String text, int number) {}

    private record Source(String path, List<Line> lines) {}

    /// Where a line is: of a source, and which of those that count.
    private record Place(Source source, int index) {
        int number() {
            return source.lines().get(index).number();
        }

        boolean isInside() {
            return 0 <= index && index < source.lines().size();
        }

        Place plus(int lines) {
            return new Place(source, index + lines);
        }

        boolean isEqual(Place other) {
            return isInside()
                    && other.isInside()
                    && source.lines()
                            .get(index)
                            .text()
                            .equals(other.source.lines().get(other.index).text());
        }
    }

    /// The runs that two sources have in common, by the names of both.
    private final Map<String, List<Run>> runs = new TreeMap<>();

    private record Run(int lines, int first, int second) {
        @Override
        public String toString() {
            return "%d lines, at %d and %d".formatted(lines, first, second);
        }
    }

    private Duplicates() {}

    static void main(String[] args) throws IOException {
        boolean counts = args.length == 2 && args[0].equals("count");
        if (args.length != 1 && !counts || !Files.isDirectory(Path.of(args[args.length - 1]))) {
            System.err.println("Usage: java build/Duplicates.java [count] REPOSITORY");
            System.exit(2);
        }
        Path repository = Path.of(args[args.length - 1]).toRealPath();
        List<Source> sources = sources(repository);
        var found = new Duplicates();
        found.findIn(sources);
        if (counts) {
            found.print(sources);
            return;
        }
        Path list = repository.resolve("build/duplicates.txt");
        List<String> wrong = found.compare(Files.exists(list) ? Files.readString(list) : "");
        wrong.forEach(System.err::println);
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    private static List<Source> sources(Path repository) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Path source : RepositoryFiles.endingIn(".java", repository)) {
            String path = source.toString().replace('\\', '/');
            if (path.contains("/src/main/java/")) {
                sources.add(new Source(path, lines(repository.resolve(source))));
            }
        }
        return sources;
    }

    private static List<Line> lines(Path source) throws IOException {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String each : Files.readAllLines(source)) {
            number++;
            String text = each.strip();
            if (!text.isEmpty()
                    && !text.startsWith("//")
                    && !text.startsWith("package ")
                    && !text.startsWith("import ")
                    && !text.equals("@Override")) {
                lines.add(new Line(text, number));
            }
        }
        return lines;
    }

    private void findIn(List<Source> sources) {
        Map<List<String>, List<Place>> beginnings = new HashMap<>();
        for (Source source : sources) {
            List<String> texts = source.lines().stream().map(Line::text).toList();
            for (int i = 0; i + SHORTEST <= texts.size(); i++) {
                beginnings
                        .computeIfAbsent(texts.subList(i, i + SHORTEST), _ -> new ArrayList<>(1))
                        .add(new Place(source, i));
            }
        }
        for (List<Place> places : beginnings.values()) {
            for (int i = 0; i < places.size(); i++) {
                for (int j = i + 1; j < places.size(); j++) {
                    compare(places.get(i), places.get(j));
                }
            }
        }
    }

    /// Notes a run, unless it has begun before these two.
    private void compare(Place first, Place second) {
        if (first.plus(-1).isEqual(second.plus(-1))) {
            return;
        }
        int length = SHORTEST;
        while (first.plus(length).isEqual(second.plus(length))) {
            length++;
        }
        String pair = first.source().path() + "\n" + second.source().path();
        runs.computeIfAbsent(pair, _ -> new ArrayList<>())
                .add(new Run(length, first.number(), second.number()));
    }

    private void print(List<Source> sources) {
        runs.forEach((pair, of) -> System.out.println(pair + "\n    " + described(of)));
        System.out.printf(
                "%d runs in %d pairs of sources, of %d lines that count%n",
                runs.values().stream().mapToInt(List::size).sum(),
                runs.size(),
                sources.stream().mapToInt(source -> source.lines().size()).sum());
    }

    private static String described(List<Run> runs) {
        return runs.stream().map(Run::toString).collect(Collectors.joining("; "));
    }

    /// What is wrong, compared with a list: of each pair two lines with its paths and, indented,
    /// the number of lines and the reason.
    private List<String> compare(String list) {
        List<String> wrong = new ArrayList<>();
        Map<String, List<Run>> left = new TreeMap<>(runs);
        for (String entry : list.strip().split("\n\\s*\n")) {
            String[] lines = entry.split("\n", 3);
            if (entry.isEmpty() || entry.startsWith("#")) {
                continue;
            }
            Matcher listed = LISTED.matcher(lines.length < 3 ? "" : lines[2]);
            if (!listed.matches()) {
                wrong.add(
                        "build/duplicates.txt: no number of lines with a reason for "
                                + String.join(" and ", lines));
                continue;
            }
            List<Run> found = left.remove(lines[0] + "\n" + lines[1]);
            if (found == null) {
                wrong.add(
                        "build/duplicates.txt: %s and %s have nothing in common; remove them"
                                .formatted(lines[0], lines[1]));
            } else if (sum(found) != Integer.parseInt(listed.group(1))) {
                wrong.add(
                        "build/duplicates.txt: %s and %s have %d lines in common, not %s (%s)"
                                .formatted(
                                        lines[0],
                                        lines[1],
                                        sum(found),
                                        listed.group(1),
                                        described(found)));
            }
        }
        left.forEach(
                (pair, of) ->
                        wrong.add(
                                ("%s: written twice (%s); write it once, or list the pair with a"
                                                + " reason in build/duplicates.txt")
                                        .formatted(pair.replace("\n", " and "), described(of))));
        return wrong;
    }

    private static int sum(List<Run> runs) {
        return runs.stream().mapToInt(Run::lines).sum();
    }
}
