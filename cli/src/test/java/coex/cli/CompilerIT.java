package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `coexc` and its options, and the ways in which compilers show what they see.
@DisabledOnOs(OS.WINDOWS)
class CompilerIT {
    private static final String GROWING =
            """
            func main() -> int
                xs: [int] = []
                for i in 0..3
                    xs = xs.append(i)
                ~
                debug("debugged")
                print(xs)
                return 0
            ~
            """;

    @TempDir private Path folder;
    private final FinishedCoex finished = new FinishedCoex().set("COEX_NO_CACHE", "1");

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("program.coex"), text);
    }

    private Run start(String name) throws Exception {
        return finished.run("", List.of(folder.resolve(name).toString()));
    }

    @Test
    void theSourceGetsNotesAndTheOutputItsName() throws Exception {
        Path source = file(GROWING);
        Run run = finished.coexc(source.toString(), "--debugging");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(source).content().contains("        #@ [PERF] 'xs' grows by append");
        Run program = start("program");
        assertThat(program.out()).isEqualTo("[0, 1, 2]\n");
        assertThat(program.err()).isEqualTo("debugged\n");
    }

    @Test
    void conversionsThatNobodyAskedForGetANoteOnce() throws Exception {
        Path source =
                file(
                        """
                        func main() -> int
                            #@ [WARN] out of date
                            xs = [1, 2, 2]
                            s: Set<int> = xs
                            print(s.len() + xs.len())
                            return 0
                        ~
                        """);
        finished.coexc("--commentary-only", source.toString());
        String noted = Files.readString(source);
        assertThat(noted)
                .doesNotContain("[WARN]")
                .contains(
                        "    #@ [PERF] implicit conversion from List<int> to Set<int> copies all"
                                + " elements\n    s: Set<int> = xs\n");
        finished.coexc("--commentary-only", source.toString());
        assertThat(source).hasContent(noted);
    }

    @Test
    void aSourceThatCannotBeWrittenIsCompiledAllTheSame() throws Exception {
        Path source = file(GROWING);
        assumeTrue(source.toFile().setWritable(false) && !Files.isWritable(source));
        Run run = finished.coexc(source.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("permission denied; its notes stay as they are");
        assertThat(start("program").out()).isEqualTo("[0, 1, 2]\n");
        assertThat(finished.coexc("--commentary-only", source.toString()).exitCode()).isEqualTo(2);
    }

    @Test
    void aNoteThatIsAnsweredOffDoesNotComeBack() throws Exception {
        Path source = file(GROWING);
        finished.coexc("--commentary-only", source.toString());
        assertThat(folder.resolve("program")).doesNotExist();
        String noted = Files.readString(source);
        finished.coexc("--commentary-only", source.toString());
        assertThat(source).hasContent(noted);

        Files.writeString(source, noted.replace("[PERF]", "[PERF:off]"));
        finished.coexc("--commentary-only", source.toString());
        assertThat(source).hasContent(GROWING);
        finished.coexc("--commentary-only", source.toString());
        assertThat(source).hasContent(GROWING);
    }

    @Test
    void notesCanBeRemovedAndForbidden() throws Exception {
        Path source = file(GROWING.replace("    debug", "    #@ [WARN] old\n    debug"));
        String before = Files.readString(source);
        assertThat(finished.coexc("--no-commentary", source.toString()).exitCode()).isZero();
        assertThat(source).hasContent(before);
        Run run = finished.coexc("--strip-commentary", source.toString(), "--no-printing");
        assertThat(run.exitCode()).isZero();
        assertThat(source).hasContent(GROWING);
        assertThat(start("program").out()).isEmpty();
    }

    @Test
    void exitCodesTellSyntaxErrorsFromOthers() throws Exception {
        Run run = finished.coexc(file("func main(\n").toString());
        assertThat(run.exitCode()).isEqualTo(1);
        run = finished.coexc(file("func main()\n    print(ghost)\n~\n").toString());
        assertThat(run.err()).contains("Undeclared identifier 'ghost'");
        assertThat(run.exitCode()).isEqualTo(2);
        run = finished.coexc(folder.resolve("nowhere.coex").toString());
        assertThat(run.err()).matches("coexc: cannot read .*nowhere.coex: there is no such file\n");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(folder.resolve("program")).doesNotExist();
    }

    @Test
    void treesAndIntermediateFormsArePrinted() throws Exception {
        String source = file(GROWING).toString();
        Run tree = finished.coexc("--emit-ast", source);
        assertThat(tree.out()).startsWith("declaration: Function").contains("name: main");
        assertThat(finished.coex("--emit-ast", source).out()).isEqualTo(tree.out());
        Run ir = finished.coexc(source, "--emit-ir");
        assertThat(ir.out()).startsWith("routine Main.main").contains("b0:");
        assertThat(finished.coex("--emit-ir", source).out()).isEqualTo(ir.out());
        assertThat(folder.resolve("program")).doesNotExist();
    }

    @Test
    void problemsComeAsJsonForTools() throws Exception {
        String source = file("func main()\n    print(ghost)\n~\n").toString();
        Run run = finished.coex("check", "--json", source, "nowhere.coex");
        List<String> lines = run.err().lines().toList();
        assertThat(lines.getFirst())
                .startsWith("{\"file\":\"" + source + "\",\"line\":")
                .contains("\"code\":\"N001\"", "\"notes\":[");
        assertThat(lines.getLast())
                .isEqualTo(
                        "{\"file\":\"nowhere.coex\",\"message\":\"cannot read nowhere.coex: there"
                                + " is no such file\"}");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(finished.coexc("--json", "nowhere.coex").err().strip())
                .isEqualTo(lines.getLast());
    }

    @Test
    void runAndFmtReportAsJsonWhatCheckDoes() throws Exception {
        String source = file("func main()\n    print(ghost)\n~\n").toString();
        String checked = finished.coex("check", "--json", source).err();
        Run run = finished.coex("run", "--json", source);
        assertThat(run.err()).isEqualTo(checked);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(finished.coex("run", "--json", "--stats", "nowhere.coex").err())
                .isEqualTo(finished.coex("check", "--json", "nowhere.coex").err());

        String broken = file("func main()\n    print(1\n~\n").toString();
        Run fmt = finished.coex("fmt", "--json", broken, "nowhere.coex");
        assertThat(fmt.err())
                .isEqualTo(finished.coex("check", "--json", broken, "nowhere.coex").err())
                .contains("\"code\":\"S");
        assertThat(fmt.exitCode()).isEqualTo(ExitCode.FAILED);

        String fine = file("func main(args: [string])\n    print(args[1])\n~\n").toString();
        Run own = finished.coex("run", "--json", fine, "--json");
        assertThat(own.out()).isEqualTo("--json\n");
        assertThat(own.err()).isEmpty();
    }
}
