package coex.runtime.csource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.runtime.csource.CSources.Described;
import coex.runtime.csource.LimitedProcess.Limits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Sources that want more than there is, with small limits.
@DisabledOnOs(OS.WINDOWS)
class CBuildTest {

    private static final Limits SMALL =
            new Limits(Duration.ofMinutes(5), 300 << 20, 1 << 20, 10_000);

    @TempDir Path folder;

    private static CSources sources(String text) throws BuildFailure {
        return new CSources(
                new Described("p/core", "1", List.of("a.c"), List.of(), List.of(), List.of()),
                Map.of("a.c", text.getBytes(StandardCharsets.UTF_8)));
    }

    private static CCompiler host(Limits limits) {
        return new CCompiler(List.of("clang", "cc", "gcc"), limits);
    }

    private void assertFails(String text, CCompiler compiler, String why) throws Exception {
        Path directory;
        try (CBuild build = CBuild.of(sources(text), compiler)) {
            directory = build.directory();
            assertThat(directory).exists();
            assertThatThrownBy(() -> build.into(folder.resolve("library")))
                    .isInstanceOf(BuildFailure.class)
                    .hasMessageContaining(why);
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void whatIsBuiltIsALibrary() throws Exception {
        Path library = folder.resolve("library");
        try (CBuild build = CBuild.of(sources("int f(void) { return 1; }\n"), host(SMALL))) {
            build.into(library);
        }
        assertThat(library).isNotEmptyFile();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileWithoutEndIsNotReadForEver() throws Exception {
        assertFails("#include \"/dev/zero\"\n", host(SMALL), "Compilation failed");
    }

    @Test
    void anObjectHasALimit() throws Exception {
        assertFails("char much[300 << 20] = {1};\n", host(SMALL), "Compilation failed");
    }

    /// Macros that double what they stand for, 60 times.
    @Test
    void aCompilerHasNotMoreThanItsTime() throws Exception {
        var macros = new StringBuilder("#define M0 1+\n");
        for (int i = 1; i <= 60; i++) {
            macros.append("#define M%d M%d M%d\n".formatted(i, i - 1, i - 1));
        }
        var hasty = new Limits(Duration.ofSeconds(2), 4L << 30, 1 << 20, 10_000);
        assertFails(macros + "#if M60 1\nint x;\n#endif\n", host(hasty), "took more than 2 s");
    }

    @Test
    void aCompilerMayBeNamedFromTheCurrentFolder() throws Exception {
        Path compiler = Files.writeString(folder.resolve("cc"), "#!/bin/sh\necho x >&2; exit 1\n");
        Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwx------"));
        Path relative = Path.of("").toAbsolutePath().relativize(compiler.toAbsolutePath());
        assertFails(
                "int x;\n",
                new CCompiler(List.of(relative.toString()), SMALL),
                "the compiler has not said why");
    }
}
