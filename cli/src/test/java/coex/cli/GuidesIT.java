package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import coex.cli.FinishedCoex.Run;
import coex.cli.MarkdownCode.Block;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the guides in `docs` and the examples in doc comments show is true: every program compiles
/// against what the modules export, runs, and prints what it says; commands run.
///
/// Whatever is in a guide is tried by what it is, also what is new; what this test does not know
/// how to try fails it.
@DisabledOnOs(OS.WINDOWS)
class GuidesIT {

    private static final Path ROOT = FinishedCoex.ROOT;
    private static final Path JDK = Path.of(System.getProperty("java.home"), "bin");

    /// The packages whose doc comments are looked at. Those of `coex.micrometer` and
    /// `coex.kafka.streams`, which the distribution does not have, are tried in their modules.
    private static final List<String> SOURCES =
            List.of(
                    "gc/src/main/java/coex/gc",
                    "collections/src/main/java/coex/collections",
                    "observe/src/main/java/coex/observe",
                    "web/src/main/java/coex/web");

    /// Guides whose programs need what the distribution does not have: Kafka. `GuideTest` of the
    /// module `kafka-streams` tries that one.
    private static final List<String> ELSEWHERE = List.of("kafka-streams.md");

    private static final String DRIVER =
            """
            public final class Driver {
                public static void main(String[] arguments) throws Exception {
                    for (String name : arguments) {
                        System.out.println("%s" + name);
                        try {
                            var run = Class.forName(name).getDeclaredMethod("run");
                            run.setAccessible(true);
                            run.invoke(null);
                        } catch (ReflectiveOperationException | Error e) {
                            System.out.println("%s" + (e.getCause() == null ? e : e.getCause()));
                            e.printStackTrace();
                        }
                    }
                    System.exit(0); // should an example have left a thread behind
                }
            }
            """;

    private static final String FAILED = "failed: ";

    private static final String NEXT = "--- ";

    private static final Pattern OPTION = Pattern.compile("--[a-z-]+");

    private static final Pattern GOES_ON = Pattern.compile("coex (heap (top|web)|play)\\b");

    private final FinishedCoex coex = new FinishedCoex();
    private final Map<List<String>, Run> helps = new HashMap<>();

    @TempDir private Path folder;

    /// The documents in the folder of the guides that show Java or commands.
    private static List<Path> guides() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !ELSEWHERE.contains(file.getFileName().toString()))
                    .filter(GuidesIT::isGuide)
                    .map(ROOT::relativize)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isGuide(Path document) {
        try {
            String text = Files.readString(document);
            return text.contains("```java") || text.contains("```sh");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<JavaSnippet> snippets() throws IOException {
        List<Path> documents = new ArrayList<>(guides());
        assertThat(documents).hasSizeGreaterThanOrEqualTo(5);
        for (String source : SOURCES) {
            try (Stream<Path> files = Files.list(ROOT.resolve(source))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .map(ROOT::relativize)
                        .forEach(documents::add);
            }
        }
        List<JavaSnippet> snippets = new ArrayList<>();
        for (Path document : documents) {
            snippets.addAll(JavaSnippet.in(ROOT, document));
        }
        return snippets;
    }

    @Test
    void javaProgramsRunAndPrintWhatTheySay() throws Exception {
        List<JavaSnippet> programs =
                snippets().stream().filter(snippet -> !snippet.isExcerpt()).toList();
        assertThat(programs).hasSizeGreaterThan(30);
        Map<String, String> printed = run(programs);
        for (JavaSnippet program : programs) {
            String output = printed.get(program.className());
            assertThat(output).as("%s", program).isNotNull().doesNotContain(FAILED);
            if (!program.says().isEmpty()) {
                assertThat(output).as("output of %s", program).isEqualTo(program.says());
            }
        }
        assertThat(programs.stream().filter(program -> !program.says().isEmpty()))
                .as("programs that show what they do")
                .hasSizeGreaterThan(programs.size() / 2);
    }

    private static String modules() {
        Path dist = Path.of("target", "dist").toAbsolutePath();
        return dist.resolve("lib") + java.io.File.pathSeparator + dist.resolve("web");
    }

    /// Compiles all of them together and runs them in one JVM, on the module path. What each has
    /// printed is given by the name of its class.
    private Map<String, String> run(List<JavaSnippet> programs) throws Exception {
        Path sources = Files.createDirectory(folder.resolve("sources"));
        List<String> compile =
                new ArrayList<>(
                        List.of(
                                JDK.resolve("javac").toString(),
                                "-Xlint:-module",
                                "--module-path",
                                modules(),
                                "--add-modules",
                                "coex.collections,coex.observe,coex.web",
                                "-d",
                                folder.resolve("classes").toString()));
        List<String> start =
                new ArrayList<>(
                        List.of(
                                JDK.resolve("java").toString(),
                                "--enable-native-access=coex.gc",
                                "--module-path",
                                modules(),
                                "--add-modules",
                                "coex.collections,coex.observe,coex.web",
                                "--class-path",
                                folder.resolve("classes").toString(),
                                "Driver"));
        for (JavaSnippet program : programs) {
            Path source = sources.resolve(program.className() + ".java");
            Files.writeString(source, program.source());
            compile.add(source.toString());
            start.add(program.className());
        }
        Path driver =
                Files.writeString(sources.resolve("Driver.java"), DRIVER.formatted(NEXT, FAILED));
        compile.add(driver.toString());
        Run compiled = coex.run("", compile);
        assertThat(compiled.exitCode()).as(compiled.err() + compiled.out()).isZero();
        Path work = Files.createDirectory(folder.resolve("work"));
        start.addAll(0, List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", work.toString()));
        Run run = coex.run("", start);
        assertThat(run.exitCode()).as(run.err()).isZero();
        Map<String, String> printed = new HashMap<>();
        for (String part : ("\n" + run.out()).split("\n" + NEXT)) {
            int end = part.indexOf('\n');
            String text = end < 0 ? "" : part.substring(end + 1);
            printed.put(
                    end < 0 ? part : part.substring(0, end),
                    text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
        }
        return printed;
    }

    @Test
    void excerptsArePartsOfTheirFiles() throws Exception {
        List<JavaSnippet> excerpts = snippets().stream().filter(JavaSnippet::isExcerpt).toList();
        assertThat(excerpts).isNotEmpty();
        for (JavaSnippet excerpt : excerpts) {
            assertThat(plain(Files.readString(ROOT.resolve(excerpt.from()))))
                    .as("%s, which %s quotes", excerpt.from(), excerpt)
                    .contains(plain(excerpt.text()));
        }
    }

    /// Without what indents the lines.
    private static String plain(String text) {
        return text.lines().map(String::strip).reduce("", (all, line) -> all + line + "\n");
    }

    @Test
    void everyOtherBlockIsOfAKindThatIsTriedHere() throws Exception {
        for (Path guide : guides()) {
            MarkdownCode code = MarkdownCode.of(ROOT.resolve(guide));
            assertThat(code.blocks())
                    .as("the kinds of the blocks in %s", guide)
                    .extracting(Block::language)
                    .isSubsetOf("java", "sh", "xml", "text", "lisp");
        }
    }

    /// Where a guide shows a file or a shape of the reader's own.
    private static final Map<String, String> STAND_INS =
            Map.of(
                    "FILE",
                    ROOT.resolve("examples/coex/hello.coex").toString(),
                    "SHAPE",
                    "Array",
                    "coex play",
                    "coex play --no-browser",
                    "./coex",
                    ROOT.resolve("coex").toString());

    /// It has arrays, and goes on until it is ended.
    private static final String WATCHED =
            """
            func main()
                words: [string] = ["a"]
                print("ready")
                while words.len() > 0
                    words = ["a"]
                ~
            ~
            """;

    @Test
    void commandsRun() throws Exception {
        Path program = Files.writeString(folder.resolve("watched.coex"), WATCHED);
        Process watched =
                start(List.of(ROOT.resolve("coex").toString(), "run", "--jmx", program.toString()));
        try {
            assertThat(watched.inputReader().readLine()).isEqualTo("ready");
            Path checkout = checkoutWithExample();
            for (Path guide : guides()) {
                for (String command : commands(guide)) {
                    tryCommand(guide, command, checkout, watched.pid());
                }
                for (String command : MarkdownCode.of(ROOT.resolve(guide)).commands()) {
                    if (command.matches(".*\\b(PID|FILE)\\b.*")) {
                        tryCommand(guide, command, checkout, watched.pid());
                    } else if (command.matches("(\\./)?coex .*")) {
                        helpNames(guide, command); // it may be the beginning of one
                    }
                }
            }
        } finally {
            watched.destroyForcibly();
        }
    }

    /// The lines of its shell blocks.
    private static List<String> commands(Path guide) throws IOException {
        return MarkdownCode.of(ROOT.resolve(guide)).blocks().stream()
                .filter(block -> block.language().equals("sh"))
                .flatMap(block -> block.text().lines())
                .map(line -> line.replaceFirst("\\s+#.*", ""))
                .toList();
    }

    /// A folder in which commands find what they find in a checkout. The classes of the example are
    /// made anew: another module may build it at this moment, or never have built it.
    private Path checkoutWithExample() throws Exception {
        Path checkout = Files.createDirectory(folder.resolve("checkout"));
        Files.createSymbolicLink(checkout.resolve("cli"), ROOT.resolve("cli"));
        Path example = Files.createDirectories(checkout.resolve("examples/embed-in-java"));
        Path sources = ROOT.resolve("examples/embed-in-java/src");
        Files.createSymbolicLink(example.resolve("src"), sources);
        List<String> compile =
                new ArrayList<>(
                        List.of(
                                JDK.resolve("javac").toString(),
                                "--module-path",
                                modules(),
                                "-d",
                                example.resolve("target/classes").toString()));
        try (Stream<Path> files = Files.walk(sources.resolve("main/java"))) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> compile.add(file.toString()));
        }
        Run compiled = coex.run("", compile);
        assertThat(compiled.exitCode()).as(compiled.err()).isZero();
        return checkout;
    }

    /// Runs a command, unless it is a build or a measurement: of these it sees that they are there,
    /// with the modules and options they are shown with.
    private void tryCommand(Path guide, String command, Path checkout, long watched)
            throws Exception {
        List<String> words = List.of(command.split(" "));
        switch (words.getFirst()) {
            case "./coex", "coex" -> {
                helpNames(guide, command);
                if (!words.get(1).equals("bench")) {
                    runs(guide, command.replace("PID", Long.toString(watched)), folder);
                }
            }
            case "mvn" -> {
                assertThat(words.get(1))
                        .as("%s: %s", guide, command)
                        .isIn("install", "verify", "-q", "-pl");
                if (words.contains("-pl")) {
                    for (String module : words.get(words.indexOf("-pl") + 1).split(",")) {
                        assertThat(ROOT.resolve(module).resolve("pom.xml")).exists();
                    }
                }
            }
            case "java" -> runs(guide, JDK + "/" + command, checkout);
            case String first when Files.isExecutable(ROOT.resolve(first)) -> {}
            default -> fail(guide + " has a command that this test does not try: " + command);
        }
    }

    private void runs(Path guide, String command, Path place) throws Exception {
        String whole = command;
        for (Map.Entry<String, String> standIn : STAND_INS.entrySet()) {
            whole = whole.replace(standIn.getKey(), standIn.getValue());
        }
        if (GOES_ON.matcher(command).find()) {
            begins(guide, whole);
            return;
        }
        Run run = coex.run("", List.of("sh", "-c", "cd \"$0\" && " + whole, place.toString()));
        assertThat(run.exitCode()).as("%s: %s\n%s", guide, command, run.err()).isZero();
        assertThat(run.out()).as("%s: %s\n%s", guide, command, run.err()).isNotBlank();
    }

    /// Of a command that goes on until it is ended it is enough that it says something.
    private static void begins(Path guide, String command) throws Exception {
        Process process = start(List.of(command.split(" ")));
        try {
            assertThat(process.inputReader().readLine())
                    .as("%s: %s", guide, command)
                    .isNotNull()
                    .doesNotStartWith("coex:");
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            process.waitFor();
        }
    }

    /// A process that may say on both streams what it has to say.
    private static Process start(List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("COEX_NO_BUILD", "1");
        return builder.start();
    }

    private void helpNames(Path guide, String command) throws Exception {
        List<String> help = new ArrayList<>();
        for (String word : command.replaceFirst("^(\\./)?coex ", "").split(" ")) {
            if (!word.matches("[a-z]+")) {
                break;
            }
            help.add(word);
        }
        help.add("--help");
        Run run = helps.get(help);
        if (run == null) {
            run = coex.coex(help.toArray(String[]::new));
            helps.put(help, run);
        }
        String text = run.out();
        assertThat(run.exitCode()).as("%s: %s", guide, help).isZero();
        OPTION.matcher(command)
                .results()
                .forEach(
                        option ->
                                assertThat(text)
                                        .as("help for %s in %s", command, guide)
                                        .contains(option.group()));
    }
}
