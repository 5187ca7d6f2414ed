package coex.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.gc.HeapOptions;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.ProgramRunner;
import coex.runtime.RunOptions;
import coex.runtime.csource.CCompiler;
import coex.runtime.csource.ForeignCache;
import coex.runtime.csource.ForeignParts;
import coex.runtime.io.StandardStreams;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Programs that import packages.
class PackageProgramsTest {

    @TempDir Path folder;

    @BeforeEach
    void writePackages() throws IOException {
        PackageFile.net().write(folder.resolve("net.cxz"));
        PackageFile.sums().write(folder.resolve("deep/sums/sums.cxz"));
    }

    /// What a program prints, or what is wrong with it.
    private String outcome(String text) throws InterruptedException {
        var problems = new Problems();
        var finder =
                new FileModules(
                        new PackageLoader(
                                new ForeignParts(
                                        CCompiler.ofHost(),
                                        new ForeignCache(folder.resolve("cache")))));
        var file = new SourceFile(folder.resolve("main.coex").toString(), text);
        var checked =
                Checker.check(
                        ModuleLoader.load(file, finder, problems),
                        OutputOptions.AS_WRITTEN,
                        problems);
        List<ForeignLibrary> libraries = checked.isEmpty() ? List.of() : finder.libraries(problems);
        if (!problems.isEmpty()) {
            return problems.inOrder().stream()
                    .map(Problem::report)
                    .map(report -> report.message() + report.hint().orElse(""))
                    .collect(Collectors.joining("\n"));
        }
        CompiledProgram compiled = Compiler.compile(checked.get());
        return run(
                new Program(
                        compiled.classes(),
                        compiled.mainClass(),
                        compiled.mainMethod(),
                        compiled.mainParameters(),
                        compiled.hasResult(),
                        libraries));
    }

    private static String run(Program program) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var streams = new StandardStreams(InputStream.nullInputStream(), out, out);
        ProgramRunner.run(
                program, RunOptions.of(HeapOptions.builder().build(), streams, List.of("p")));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFileThatImportsItselfIsToldSo() throws Exception {
        String text =
                """
                import main
                func main() -> int
                    main.zork()
                    return quux()
                ~
                """;
        Files.writeString(folder.resolve("main.coex"), text);
        String hint =
                "`import main` finds this file itself; another name for the file makes room for"
                        + " another module.";
        assertThat(outcome(text))
                .isEqualTo(
                        "Function 'zork' not found in module 'main'."
                                + hint
                                + "\nUndeclared identifier 'quux': nothing of that name is visible"
                                + " here."
                                + hint);
    }

    @Test
    void aPackageIsUsedWithAndWithoutItsName() throws Exception {
        assertThat(
                        outcome(
                                """
                                import net
                                import math
                                replace top with net.larger
                                func main() -> int
                                    m: Mesh = Mesh(holes: 4)
                                    print(m.wider().holes)
                                    print(net.scaled(3) + scaled(1))
                                    print(top(math.abs(-9), larger(1, 2)))
                                    print(net.Mesh(7))
                                    return 0
                                ~
                                """))
                .isEqualTo("40\n40\n9\nMesh(holes: 7)\n");
    }

    @Test
    void typesOfAPackageHaveItsNameBeforeThem() throws Exception {
        PackageFile.net()
                .with(
                        "src/net.coex",
                        """
                        type Conn:
                            port: int
                            func open(_ p: int) -> Conn
                                return Conn(p)
                            ~
                        ~
                        type State:
                            case Up
                            case Down(why: string)
                        ~
                        matrix Grid[2, 1]:
                            init: 3
                        ~
                        """)
                .write(folder.resolve("net.cxz"));
        assertThat(
                        outcome(
                                """
                                import "net"
                                func main() -> int
                                    print(net.Conn.open(4).port)
                                    print(net.State.Up)
                                    print(net.State.Down("cable"))
                                    print(net.Grid.new().get(1, 0))
                                    return 0
                                ~
                                """))
                .isEqualTo("4\nUp\nDown(why: \"cable\")\n3\n");
        assertThat(outcome("import net\nfunc main()\n    net.Conn.close()\n~\n"))
                .contains("Undefined method 'close' on type 'Conn'");
    }

    @Test
    void aModuleIsUtf8WithOrWithoutAMark() throws Exception {
        String program = "import marked\nfunc main()\n    print(marked.one())\n~\n";
        Path module = folder.resolve("marked.coex");
        Files.writeString(module, "\uFEFFfunc one() -> int\n    return 1\n~\n");
        assertThat(outcome(program)).isEqualTo("1\n");
        Files.write(module, new byte[] {'#', '\n', (byte) 0xFF});
        assertThat(outcome(program)).contains("not UTF-8: line=2 byte=0xFF");
    }

    @Test
    void foreignFunctionsOfAPackageAreCalled() throws Exception {
        assertThat(
                        outcome(
                                """
                                import "deep/sums/sums.cxz"
                                extern labs(x: int) -> int ~
                                func main() -> int
                                    print(total([1, 2, 39]))
                                    print(sums.sums_add(labs(-1), 1))
                                    print(sums_root(2.25))
                                    sums_note("seven b")
                                    print(sums_noted())
                                    return 0
                                ~
                                """))
                .isEqualTo("42\n2\n1.500000\n7\n");
    }

    @Test
    void anAbsolutePathIsAPackageToo() throws Exception {
        String path = folder.resolve("net.cxz").toString();
        assertThat(
                        outcome(
                                "import \"%s\"\nfunc main()\n    print(net.scaled(5))\n~\n"
                                        .formatted(path)))
                .isEqualTo("50\n");
    }

    @Test
    void aModuleIsPreferredToAPackageOfItsName() throws Exception {
        Files.writeString(
                folder.resolve("net.coex"), "formula scaled(_ n: int) -> int\n    return n\n~\n");
        assertThat(outcome("import net\nfunc main()\n    print(net.scaled(5))\n~\n"))
                .isEqualTo("5\n");
        assertThat(outcome("import \"net\"\nfunc main()\n    print(net.scaled(5))\n~\n"))
                .isEqualTo("50\n");
    }

    @Test
    void importingTwiceIsHarmless() throws Exception {
        assertThat(
                        outcome(
                                "import net\nimport \"net.cxz\"\nimport net\n"
                                        + "func main()\n    print(scaled(5))\n~\n"))
                .isEqualTo("50\n");
    }

    @Test
    void whatCannotBeImportedIsReported() throws Exception {
        Files.writeString(folder.resolve("bad.cxz"), "no archive");
        String body = "func main()\n    print(1)\n~\n";
        assertThat(outcome("import \"ghost\"\n" + body))
                .contains("Module not found: ghost", "coex pkg install ghost");
        assertThat(outcome("import \"./ghost.cxz\"\n" + body))
                .contains("not found", "coex pkg install ghost");
        assertThat(outcome("import bad\n" + body)).contains("not a ZIP");
        assertThat(outcome("import ghost\n" + body)).contains("Module not found: ghost");
    }

    @Test
    void aTaskCallsNoForeignFunctionOfAPackage() throws Exception {
        assertThat(
                        outcome(
                                """
                                import "deep/sums/sums.cxz"
                                task t() -> int
                                    return sums_add(1, 2)
                                ~
                                func main()
                                    print(t())
                                ~
                                """))
                .containsIgnoringCase("cannot call extern");
    }
}
