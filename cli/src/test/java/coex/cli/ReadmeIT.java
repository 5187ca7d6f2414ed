package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import coex.cli.FinishedCoex.Run;
import coex.cli.MarkdownCode.Block;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What README.md shows is true: its programs run and print what they say, its commands are there.
///
/// Every block of code and every command is tried by what it is, also one that is new; one that
/// this test does not know how to try fails it.
@DisabledOnOs(OS.WINDOWS)
class ReadmeIT {

    private static final Path ROOT = FinishedCoex.ROOT;
    private static final Path JARS = Path.of("target", "dist", "lib").toAbsolutePath();
    private static final Path JDK = Path.of(System.getProperty("java.home"), "bin");

    /// What a program says it prints, in a comment at the end of a line.
    private static final Pattern PRINTS = Pattern.compile("(?://|#) prints (.*)");

    private static final String JAVA_PROGRAM =
            """
            package my;

            import coex.collections.*;
            import coex.gc.*;

            public class Program {
                public static void main(String[] arguments) throws Exception {
            %s
                }
            }
            """;

    private final FinishedCoex coex = new FinishedCoex();
    private MarkdownCode readme;

    @TempDir private Path folder;

    @BeforeEach
    void read() throws IOException {
        readme = MarkdownCode.of(ROOT.resolve("README.md"));
    }

    @Test
    void itIsReadInAMinute() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void everyBlockOfCodeIsOfAKindThatIsTriedHere() {
        assertThat(readme.indented()).as("code without a fence").isEmpty();
        assertThat(readme.blocks())
                .extracting(Block::language)
                .as("what the blocks of code are")
                .containsOnly("java", "coex", "xml", "sh");
    }

    @Test
    void javaProgramsRunAsItSaysAndPrintWhatTheySay() throws Exception {
        List<Block> programs = blocks("java", block -> !isModule(block));
        assertThat(programs).hasSizeGreaterThanOrEqualTo(2);
        for (Block program : programs) {
            Path place = Files.createDirectory(folder.resolve("line-" + program.line()));
            packInto(place, program);
            Run run = run("", place, withJdk(only(shellLines("java "))));
            assertThat(run.err()).as("errors of line %d", program.line()).isEmpty();
            assertThat(run.out()).as("output of line %d", program.line()).isEqualTo(says(program));
            assertThat(run.exitCode()).isZero();
        }
    }

    /// Makes `program.jar` beside `libs`, as the command in the README has them.
    private void packInto(Path place, Block program) throws Exception {
        Path libs = Files.createDirectory(place.resolve("libs"));
        try (Stream<Path> jars = Files.list(JARS)) {
            for (Path jar : jars.toList()) {
                String name = jar.getFileName().toString();
                if (name.startsWith("coex-gc-") || name.startsWith("coex-collections-")) {
                    Files.copy(jar, libs.resolve(name));
                }
            }
        }
        Path source = Files.createDirectories(place.resolve("source/my"));
        Files.writeString(source.resolve("Program.java"), JAVA_PROGRAM.formatted(program.text()));
        Files.writeString(
                place.resolve("source/module-info.java"),
                only(blocks("java", ReadmeIT::isModule)).text());
        succeeds(
                place,
                List.of(
                        JDK.resolve("javac").toString(),
                        "--module-path",
                        "libs",
                        "-d",
                        "classes",
                        "source/module-info.java",
                        "source/my/Program.java"));
        succeeds(
                place,
                List.of(JDK.resolve("jar").toString(), "cf", "program.jar", "-C", "classes", "."));
    }

    private static boolean isModule(Block block) {
        return block.text().startsWith("module ");
    }

    @Test
    void coexProgramsPrintWhatTheySay() throws Exception {
        List<Block> programs = blocks("coex", block -> true);
        assertThat(programs).isNotEmpty();
        for (Block program : programs) {
            Run run = coex.coex("run", written(program).toString());
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).as("output of line %d", program.line()).isEqualTo(says(program));
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    void theDependenciesAreThoseThatTheBuildMakes() throws IOException {
        String root = Files.readString(ROOT.resolve("pom.xml"));
        List<Block> blocks = blocks("xml", block -> true);
        assertThat(blocks).isNotEmpty();
        for (Block dependency : blocks) {
            String name = element("artifactId", dependency.text());
            Path module = ROOT.resolve(name.replaceFirst("coex-", "")).resolve("pom.xml");
            assertThat(module).exists();
            assertThat(Files.readString(module)).contains("<artifactId>" + name + "</artifactId>");
            assertThat(element("groupId", dependency.text())).isEqualTo(element("groupId", root));
            assertThat(element("version", dependency.text())).isEqualTo(element("version", root));
        }
    }

    /// The first of that name.
    private static String element(String name, String xml) {
        Matcher element = Pattern.compile("<%s>(.*?)</%s>".formatted(name, name)).matcher(xml);
        assertThat(element.find()).as("<%s> in %s", name, xml).isTrue();
        return element.group(1);
    }

    @Test
    void everyCommandIsThere() throws Exception {
        List<String> commands = new ArrayList<>(readme.commands());
        commands.addAll(shellLines(""));
        assertThat(commands).contains("mvn verify", "./coex --help");
        for (String command : commands) {
            tryCommand(command);
        }
    }

    /// Runs a command as it stands if it is quick, and else sees that it is there with its options.
    private void tryCommand(String command) throws Exception {
        switch (command) {
            case "mvn verify", "mvn install", "mvn -B -ntp verify" -> {
                // The build that runs this test.
            }
            case "./coex --help", "./coex run examples/coex/tour.coex" ->
                    succeeds(ROOT, words(command));
            case "./coex repl" ->
                    assertThat(run("6 * 7\n", ROOT, words(command)).out()).contains("42");
            case "./coex check FILE" -> succeeds(ROOT, words(command.replace("FILE", sample())));
            case "./coex build FILE -o OUT" -> {
                String out = folder.resolve("program").toString();
                succeeds(ROOT, words(command.replace("FILE", sample()).replace("OUT", out)));
                Run run = coex.run("", List.of(out));
                assertThat(run.out()).isEqualTo(says(blocks("coex", block -> true).getFirst()));
            }
            case "./coex new hello", "./coex test hello" -> // the second needs the first
                    succeeds(folder, words(command.replace("./coex", ROOT + "/coex")));
            case "./coex heap web PID" -> helpNames(words("./coex heap web"));
            case "./coex heap",
                    "./coex play",
                    "./coex torture --seconds 60",
                    "./coex bench gc --quick",
                    "./coex bench report" ->
                    helpNames(words(command));
            default -> {
                if (!shellLines("java ").contains(command)) {
                    fail("README.md has a command that this test does not try: " + command);
                }
            }
        }
    }

    /// Its help is asked for without the options: with them it is given whatever they are.
    private void helpNames(List<String> command) throws Exception {
        List<String> help =
                new ArrayList<>(command.stream().takeWhile(word -> !word.startsWith("-")).toList());
        help.add("--help");
        Run run = run("", ROOT, help);
        assertThat(run.exitCode()).as("exit code of %s", help).isZero();
        assertThat(run.out()).startsWith("Usage: coex " + command.get(1));
        for (String word : command) {
            if (word.startsWith("--")) {
                assertThat(run.out()).as("help for %s", command).contains(word);
            }
        }
    }

    private String sample() throws IOException {
        return written(blocks("coex", block -> true).getFirst()).toString();
    }

    private Path written(Block program) throws IOException {
        return Files.writeString(
                folder.resolve("line_%d.coex".formatted(program.line())), program.text());
    }

    private List<Block> blocks(String language, Predicate<Block> which) {
        return readme.blocks().stream()
                .filter(block -> block.language().equals(language))
                .filter(which)
                .toList();
    }

    /// The lines of all shell blocks that begin so.
    private List<String> shellLines(String start) {
        return blocks("sh", block -> true).stream()
                .flatMap(block -> block.text().lines())
                .filter(line -> line.startsWith(start))
                .toList();
    }

    private static <T> T only(List<T> list) {
        assertThat(list).hasSize(1);
        return list.getFirst();
    }

    /// What a program says that it prints. One that says nothing would not show that it has run.
    private static String says(Block program) {
        assertThat(program.text()).containsPattern(PRINTS);
        return PRINTS.matcher(program.text())
                .results()
                .map(prints -> prints.group(1) + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> words(String command) {
        return List.of(command.split(" "));
    }

    private static List<String> withJdk(String command) {
        return words(command.replaceFirst("^java ", JDK.resolve("java") + " "));
    }

    private void succeeds(Path place, List<String> command) throws Exception {
        Run run = run("", place, command);
        assertThat(run.err()).as("errors of %s", command).isEmpty();
        assertThat(run.exitCode()).as("exit code of %s", command).isZero();
    }

    /// Processes start in the folder of this module; the shell goes to the one that is wanted.
    private Run run(String input, Path place, List<String> command) throws Exception {
        List<String> shell =
                new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", place.toString()));
        shell.addAll(command);
        return coex.run(input, shell);
    }
}
