package coex.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.Checker;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.PrivateFolder;
import coex.runtime.csource.CCompiler;
import coex.runtime.csource.ForeignCache;
import coex.runtime.csource.ForeignParts;
import coex.runtime.io.LimitedBytes;
import coex.runtime.sandbox.FileAccess;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs that import what is installed for all of the user's programs.
@DisabledOnOs(OS.WINDOWS)
class InstalledImportsTest {

    @TempDir private Path folder;
    private Path home;

    @BeforeEach
    void install() throws IOException {
        home = folder.resolve("home");
        PackageFile.net().write(home.resolve("lib/net.cxz"));
        PackageFile.net().write(home.resolve("lib/deep/deep.cxz"));
        Files.writeString(
                home.resolve("lib/twice.coex"), "func twice(n: int) -> int\n    return n + n\n~\n");
        try (Stream<Path> all = Files.walk(home)) {
            for (Path each : all.toList()) {
                allow(each, "rwxr-xr-x");
            }
        }
    }

    private static void allow(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    /// What is wrong with a program that imports something: codes and messages.
    private List<String> problems(String imported) throws IOException {
        var foreign =
                new ForeignParts(CCompiler.ofHost(), new ForeignCache(folder.resolve("cache")));
        var finder =
                new FileModules(
                        new PackageLoader(foreign),
                        FileAccess.ALL,
                        Optional.of(PrivateFolder.in(home, "lib")));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        var file =
                new SourceFile(
                        programs.resolve("main.coex").toString(),
                        "import %s\nfunc main() ~\n".formatted(imported));
        var problems = new Problems();
        Checker.check(ModuleLoader.load(file, finder, problems), problems);
        return problems.inOrder().stream()
                .map(problem -> problem.report().code() + " " + problem.report().message())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "net,                      lib/net.cxz,       .",
        "net,                      lib/net.cxz,       lib",
        "net,                      lib/net.cxz,       lib/net.cxz",
        "deep,                     lib/deep/deep.cxz, lib/deep",
        "deep,                     lib/deep/deep.cxz, lib/deep/deep.cxz",
        "twice,                    lib/twice.coex,    lib",
        "twice,                    lib/twice.coex,    lib/twice.coex",
        "\"../home/lib/net.cxz\",  lib/net.cxz,       lib",
    })
    void whatOthersMayHaveChangedIsNotImported(String imported, String file, String open)
            throws Exception {
        byte[] content = Files.readAllBytes(home.resolve(file));
        assertThat(problems(imported)).isEmpty();
        Path opened = home.resolve(open).normalize();
        for (String permissions : List.of("rwxrwxr-x", "rwxr-xrwx")) {
            allow(opened, permissions);
            assertThat(problems(imported))
                    .containsExactly(
                            "N007 %s is not used: %s can be changed by others; `chmod go-w %s` ends that. Look first whether it is still what you have installed."
                                    .formatted(home.resolve(file), opened, opened));
        }
        assertThat(home.resolve(file)).hasBinaryContent(content);
        allow(opened, "rwxr-xr-x");
        assertThat(problems(imported)).isEmpty();
    }

    /// Another way to the folder, which the finder cannot tell from its name.
    @Test
    void aLinkIsNoWayAround() throws Exception {
        Files.createSymbolicLink(folder.resolve("link"), home.resolve("lib"));
        assertThat(problems("\"../link/net.cxz\"")).isEmpty();
        allow(home.resolve("lib"), "rwxrwxrwx");
        assertThat(problems("\"../link/net.cxz\""))
                .singleElement()
                .asString()
                .startsWith("N007 ")
                .contains(home.resolve("lib") + " can be changed by others");
    }

    /// What is beside a program is not installed, and a folder that nothing comes from does not
    /// matter.
    @Test
    void whatIsElsewhereIsImportedAsEver() throws Exception {
        Path programs = Files.createDirectories(folder.resolve("programs"));
        PackageFile.net().write(programs.resolve("net.cxz"));
        allow(programs, "rwxrwxrwx");
        allow(home.resolve("lib"), "rwxrwxrwx");
        assertThat(problems("net")).isEmpty();
        assertThat(problems("regex")).isEmpty();
    }

    /// Anybody may have written it, and looking at a program is to be harmless.
    @Test
    void aSourceBeyondTheLimitIsNotRead() throws Exception {
        Path large = Files.createDirectories(folder.resolve("programs")).resolve("large.coex");
        String source = "func nothing()\n    return\n~\n";
        Files.writeString(large, source + " ".repeat(LimitedBytes.SOURCE - source.length()));
        assertThat(problems("large")).isEmpty();
        Files.writeString(large, " ", StandardOpenOption.APPEND);
        assertThat(problems("large"))
                .containsExactly("N007 large cannot be read: it is larger than 16 MiB");
    }
}
