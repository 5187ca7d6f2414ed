import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes, or checks, `docs/packages.md`: which package uses which, as the classes say that are
/// named in imports or in full, those that use least first. Packages that use each other are
/// reported.
///
/// The root POM runs it with `check` or `fix` and the repository's folder. The exit code is 0 if
/// all is well, 1 if the table is not up to date, 2 if the arguments make no sense.
final class PackageTable {
    private static final Pattern PACKAGE =
            Pattern.compile("^package (coex[\\w.]*);", Pattern.MULTILINE);

    /// The package of a class that is named in full: in an import, or where it is used.
    private static final Pattern QUALIFIED = Pattern.compile("\\b(coex(?:\\.[a-z]\\w*)*)\\.[A-Z]");

    /// Comments, texts and characters, in which names mean nothing.
    private static final Pattern NO_CODE =
            Pattern.compile(
                    "//.*|/\\*(?s:.*?)\\*/|\"\"\"(?s:.*?)\"\"\"|"
                            + "\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)+'");

    private static final String HEAD =
            """
            # Packages

            Written by the build (`mvn -N -Pformat`) from the classes that main sources name. A level is one more than the
            highest level of the packages used; packages that use each other share one. The package that a module is named
            after is what its users see. Some of its classes open what the others put together, so what it uses of its own
            module does not count for levels; the end of the page names it.
            """;

    private static final String TAIL =
            """

            If what a package that a module is named after uses of its own module is counted too, there are these:

            | Package | Uses, and is used by at some distance |
            | --- | --- |
            """;

    /// Which packages each one uses.
    private final Map<String, Set<String>> uses = new TreeMap<>();

    /// How many classes each one has.
    private final Map<String, Integer> classes = new TreeMap<>();

    private PackageTable() {}

    static void main(String[] args) throws IOException {
        if (args.length != 2
                || !List.of("check", "fix").contains(args[0])
                || !Files.isDirectory(Path.of(args[1]))) {
            System.err.println("Usage: java build/PackageTable.java check|fix REPOSITORY");
            System.exit(2);
        }
        Path repository = Path.of(args[1]).toRealPath();
        var table = new PackageTable();
        for (Path source : RepositoryFiles.endingIn(".java", repository)) {
            if (source.toString().replace('\\', '/').contains("/src/main/java/")) {
                table.read(Files.readString(repository.resolve(source)));
            }
        }
        Path page = repository.resolve("docs/packages.md");
        String text = table.text();
        if (args[0].equals("fix")) {
            Files.writeString(page, text);
        } else if (!Files.exists(page) || !Files.readString(page).equals(text)) {
            System.err.println("docs/packages.md is not up to date; mvn -N -Pformat corrects it");
            System.exit(1);
        }
    }

    private void read(String source) {
        Matcher declared = PACKAGE.matcher(source);
        if (!declared.find()) {
            return; // a module descriptor
        }
        String own = declared.group(1);
        classes.merge(own, 1, Integer::sum);
        Set<String> used = uses.computeIfAbsent(own, _ -> new TreeSet<>());
        Matcher named = QUALIFIED.matcher(NO_CODE.matcher(source).replaceAll(" "));
        while (named.find()) {
            if (!named.group(1).equals(own)) {
                used.add(named.group(1));
            }
        }
    }

    private String text() {
        var text = new StringBuilder();
        text.append(HEAD);
        Map<String, Integer> levels = levels();
        Map<String, List<String>> modules = new TreeMap<>();
        for (String name : uses.keySet()) {
            modules.computeIfAbsent(module(name), _ -> new ArrayList<>()).add(name);
        }
        var order = new ArrayList<>(modules.entrySet());
        order.sort(
                (a, b) ->
                        Integer.compare(
                                lowest(a.getValue(), levels), lowest(b.getValue(), levels)));
        for (var module : order) {
            List<String> packages = module.getValue();
            packages.sort(
                    (a, b) ->
                            levels.get(a).equals(levels.get(b))
                                    ? a.compareTo(b)
                                    : levels.get(a) - levels.get(b));
            text.append("\n## ").append(module.getKey()).append("\n\n");
            text.append("| Package | Level | Classes | Uses |\n| --- | --- | --- | --- |\n");
            for (String name : packages) {
                text.append(
                        "| `%s` | %d | %d | %s |\n"
                                .formatted(name, levels.get(name), classes.get(name), used(name)));
            }
        }
        List<String> mutual = mutual();
        text.append("\n## Packages that use each other\n\n");
        text.append(mutual.isEmpty() ? "None.\n" : String.join("\n", mutual) + "\n");
        text.append(TAIL);
        for (String name : uses.keySet()) {
            List<String> back = returning(name);
            if (!back.isEmpty()) {
                text.append("| `%s` | %s |\n".formatted(name, String.join(", ", back)));
            }
        }
        return text.toString();
    }

    /// What the package that a module is named after uses of its own module, and by which it is
    /// used, if nothing is left out.
    private List<String> returning(String name) {
        var returning = new ArrayList<String>();
        for (String used : uses.get(name)) {
            if (name.equals(module(name))
                    && module(used).equals(name)
                    && reaches(used, name, each -> uses.getOrDefault(each, Set.of()))) {
                returning.add("`" + used.substring(name.length() + 1) + "`");
            }
        }
        return returning;
    }

    private String used(String name) {
        String own = module(name);
        var inside = new ArrayList<String>();
        var outside = new TreeSet<String>();
        for (String each : uses.get(name)) {
            if (module(each).equals(own)) {
                inside.add(
                        "`" + (each.equals(own) ? each : each.substring(own.length() + 1)) + "`");
            } else {
                outside.add("`" + each + "`");
            }
        }
        inside.addAll(outside);
        return String.join(", ", inside);
    }

    private static int lowest(List<String> packages, Map<String, Integer> levels) {
        return packages.stream().mapToInt(levels::get).max().orElse(0);
    }

    /// `coex.gc` of `coex.gc.mutator`.
    private static String module(String name) {
        String[] parts = name.split("\\.");
        return parts.length < 2 ? name : parts[0] + "." + parts[1];
    }

    private Map<String, Integer> levels() {
        Map<String, Integer> levels = new TreeMap<>();
        for (String name : uses.keySet()) {
            level(name, levels);
        }
        return levels;
    }

    private int level(String name, Map<String, Integer> levels) {
        if (levels.containsKey(name)) {
            return levels.get(name);
        }
        Set<String> group = group(name);
        int level = 0;
        for (String member : group) {
            for (String used : counted(member)) {
                if (!group.contains(used)) {
                    level = Math.max(level, level(used, levels) + 1);
                }
            }
        }
        for (String member : group) {
            levels.put(member, level);
        }
        return level;
    }

    /// What counts of what a package uses.
    private Set<String> counted(String name) {
        Set<String> counted = new TreeSet<>();
        for (String used : uses.get(name)) {
            if (uses.containsKey(used)
                    && !(name.equals(module(name)) && module(used).equals(name))) {
                counted.add(used);
            }
        }
        return counted;
    }

    /// All that use `name` and are used by it, at whatever distance; itself included.
    private Set<String> group(String name) {
        Set<String> group = new TreeSet<>();
        for (String other : uses.keySet()) {
            if (other.equals(name) || reaches(name, other) && reaches(other, name)) {
                group.add(other);
            }
        }
        return group;
    }

    private boolean reaches(String from, String to) {
        return reaches(from, to, this::counted);
    }

    private static boolean reaches(String from, String to, Function<String, Set<String>> usedBy) {
        Set<String> seen = new TreeSet<>();
        var left = new ArrayList<>(List.of(from));
        while (!left.isEmpty()) {
            for (String used : usedBy.apply(left.removeLast())) {
                if (used.equals(to)) {
                    return true;
                }
                if (seen.add(used)) {
                    left.add(used);
                }
            }
        }
        return false;
    }

    private List<String> mutual() {
        Set<String> lines = new TreeSet<>();
        for (String name : uses.keySet()) {
            Set<String> group = group(name);
            if (group.size() > 1) {
                lines.add("- `" + String.join("`, `", group) + "`");
            }
        }
        return List.copyOf(lines);
    }
}
