package coex.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import coex.language.check.Checker;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.csource.CCompiler;
import coex.runtime.csource.ForeignCache;
import coex.runtime.csource.ForeignParts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// Packages whose C sources want more than to be compiled.
@DisabledOnOs(OS.WINDOWS)
class HostilePackageTest {

    private static final String MANIFEST =
            """
            [library]
            name = "evil"
            version = "1"
            [ffi.core]
            source = ["*.c"]
            [[ffi.core.symbols]]
            name = "evil"
            returns = "int"
            """;

    @TempDir Path folder;

    private static PackageFile evil(String name, String source) {
        return new PackageFile()
                .with("manifest.toml", MANIFEST)
                .with("ffi/src/evil.c", "int evil(void) { return 1; }\n")
                .with("ffi/src/" + name, source);
    }

    private FileModules finder(CCompiler compiler) {
        return new FileModules(
                new PackageLoader(
                        new ForeignParts(compiler, new ForeignCache(folder.resolve("cache")))));
    }

    private static Problems check(Path folder, FileModules finder) {
        var problems = new Problems();
        var file =
                new SourceFile(
                        folder.resolve("main.coex").toString(),
                        "import evil\nfunc main() -> int\n    return evil.evil()\n~\n");
        Checker.check(ModuleLoader.load(file, finder, problems), problems);
        return problems;
    }

    /// Why a package is not built.
    private String failure(PackageFile file) {
        Throwable thrown =
                catchThrowable(
                        () -> {
                            var loader =
                                    new PackageLoader(
                                            new ForeignParts(
                                                    CCompiler.ofHost(),
                                                    new ForeignCache(folder.resolve("cache"))));
                            loader.build(loader.load(file.write(folder.resolve("evil.cxz"))));
                        });
        assertThat(thrown).isInstanceOf(PackageException.class);
        return thrown.getMessage();
    }

    @Test
    void checkingAProgramStartsNoCompiler() throws Exception {
        evil("more.c", "int more;\n").write(folder.resolve("evil.cxz"));
        Path compiler =
                Files.writeString(
                        folder.resolve("cc"), "#!/bin/sh\n: >%s/started\n".formatted(folder));
        Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwx------"));
        FileModules finder = finder(new CCompiler(List.of(compiler.toString())));
        assertThat(check(folder, finder).isEmpty()).isTrue();
        assertThat(folder.resolve("started")).doesNotExist();
        finder.libraries(new Problems());
        assertThat(folder.resolve("started")).exists();
    }

    /// Neither in a source nor among the symbols of the manifest.
    @Test
    void functionsOfTheRuntimeAreNotDeclared() throws Exception {
        String symbol =
                """
                [[ffi.core.symbols]]
                name = "coex_std_or"
                params = ["int", "int"]
                returns = "string"
                """;
        new PackageFile()
                .with("manifest.toml", MANIFEST + symbol)
                .with("ffi/src/evil.c", "int evil(void) { return 1; }\n")
                .write(folder.resolve("evil.cxz"));
        assertThat(codes(check(folder, finder(CCompiler.ofHost())))).containsExactly("N013");
        new PackageFile()
                .with(
                        "manifest.toml",
                        "[library]\nname = \"evil\"\nversion = \"1\"\nsource = [\"evil.coex\"]\n")
                .with(
                        "src/evil.coex",
                        """
                        extern coex_regex_compile(pattern: int, flags: int) -> string ~
                        func evil() -> int return coex_regex_compile(7, 7).len() ~
                        """)
                .write(folder.resolve("evil.cxz"));
        assertThat(codes(check(folder, finder(CCompiler.ofHost())))).containsExactly("N013");
    }

    private static List<String> codes(Problems problems) {
        return problems.inOrder().stream().map(problem -> problem.report().code()).toList();
    }

    /// A driver hands the last part of a name on, and the compiler behind it reads `@NAME` as a
    /// file of options: from the folder of the package, if that is where it runs.
    @ParameterizedTest
    @ValueSource(strings = {"@r.c", "sub/@r.c"})
    void aSourceIsNoFileOfOptions(String name) throws Exception {
        Path written = folder.resolve("written");
        PackageFile attack = evil(name, "int r;\n").with("ffi/src/r.c", "x -MD " + written + "\n");
        assertThat(failure(attack)).contains("'%s' is not allowed".formatted(name));
        Problems problems = check(folder, finder(CCompiler.ofHost()));
        assertThat(problems.inOrder().getFirst().report().code()).isEqualTo("N007");
        assertThat(written).doesNotExist();
    }

    @Test
    void linesOfOtherFilesAreNotShown() throws Exception {
        Path secret = folder.resolve("secret.txt");
        Files.writeString(secret, "password: hunter2\nint hunter3 = hunter4;\nhunter5(;\n");
        String up = "../".repeat(20);
        for (String source :
                List.of(
                        "#include \"%s\"\n".formatted(secret),
                        "#include \"%s%s\"\n".formatted(up, secret),
                        "#include \"/proc/self/cwd/ffi/src/%s%s\"\n".formatted(up, secret),
                        "int f(void) { return\n#include \"%s\"\n; }\n".formatted(secret),
                        "#line 1 \"ffi/src/evil.c\"\n#include \"%s\"\n".formatted(secret),
                        "__asm__(\".include \\\"%s\\\"\");\n".formatted(secret))) {
            assertThat(failure(evil("more.c", source)))
                    .as(source)
                    .contains("Compilation failed")
                    .doesNotContain("hunter");
        }
        assertThat(failure(evil("more.c", "#include \"%s\"\n".formatted(secret))))
                .contains("files outside the package is not shown");
    }

    /// GNU ld prints what is in sections with certain names, when somebody refers to a symbol.
    @Test
    void aLinkerShowsNoFilesEither() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "password: hunter2\nline3\n");
        String use = "extern int warned(void); int use(void) { return warned(); }\n";
        String whole = warning(".incbin \\\"%s\\\"\\n".formatted(secret));
        String asAnotherMessage =
                warning(
                        ".ascii \\\"\\\\nb.c: undefined reference to `\\\"\\n.incbin \\\"%s\\\",10,7\\n.ascii \\\"'\\\\n\\\"\\n"
                                .formatted(secret));
        for (String source : List.of(whole, asAnotherMessage)) {
            assertThat(failure(evil("more.c", source).with("ffi/src/use.c", use + "int evil;\n")))
                    .as(source)
                    .contains("Compilation failed", "multiple definition of 'evil'")
                    .contains("What else the linker has said is not shown.")
                    .doesNotContain("hunter", "line3");
        }
    }

    private static String warning(String directives) {
        return """
        __asm__(".pushsection .gnu.warning.warned\\n%s.popsection");
        int warned(void) { return 1; }
        """
                .formatted(directives);
    }

    @Test
    void aLibraryThatIsMissingIsNamed() {
        String manifest =
                MANIFEST.replace("source =", "system_libs = [\"-lcoexnosuch\"]\nsource =");
        assertThat(failure(evil("more.c", "int more;\n").with("manifest.toml", manifest)))
                .contains("cannot find the library 'coexnosuch'");
    }

    @Test
    void whatIsWrongInThePackageIsShown() {
        assertThat(
                        failure(
                                evil("sub/a.h", "int f( {\n")
                                        .with("ffi/src/b.c", "#include \"sub/a.h\"")))
                .contains("ffi/src/sub/a.h:1:8: error: ")
                .doesNotContain("unit-0", "coex-ffi");
    }

    // Archives

    @Test
    void anArchiveWithOneNameTwiceIsRefused() throws Exception {
        Path file =
                evil("more.c", "int a;\n")
                        .with("ffi/src/m0re.c", "int b;\n")
                        .write(folder.resolve("evil.cxz"));
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        Files.writeString(file, bytes.replace("m0re.c", "more.c"), StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> new PackageLoader(null).load(file))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("has two files 'ffi/src/more.c'");
    }

    @Test
    void anArchiveWithTooManyFilesIsRefused() throws Exception {
        PackageFile many = evil("more.c", "int a;\n");
        for (int i = 0; i < 10_000; i++) {
            many.with("src/" + i, "");
        }
        Path file = many.write(folder.resolve("evil.cxz"));
        assertThatThrownBy(() -> new PackageLoader(null).load(file))
                .hasMessageContaining("has more than 10,000 files");
    }

    /// An entry whose attributes say that it is a link to a file is a text with that file's name in
    /// it.
    @Test
    void aLinkInAnArchiveIsAText() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "hunter2");
        Path file =
                new PackageFile()
                        .with(
                                "manifest.toml",
                                MANIFEST.replace("[ffi.core]", "source = [\"l.coex\"]\n[ffi.core]"))
                        .with("ffi/src/evil.c", "int evil;\n")
                        .with("src/l.coex", secret.toString())
                        .write(folder.resolve("evil.cxz"));
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int header = text.lastIndexOf("src/l.coex") - 46; // in the directory of the archive
        assertThat(text.substring(header, header + 4)).isEqualTo("PK\1\2");
        bytes[header + 5] = 3; // made by Unix
        bytes[header + 41] = (byte) 0xA1; // a symbolic link that all may read
        bytes[header + 40] = (byte) 0xFF;
        Files.write(file, bytes);
        LoadedPackage loaded = new PackageLoader(null).load(file);
        assertThat(loaded.sources().get("l.coex").text()).isEqualTo(secret.toString());
    }
}
