package coex.runtime.csource;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.ForeignLibrary;
import coex.runtime.PrivateFolder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Who may have put a library where it is found.
@DisabledOnOs(OS.WINDOWS)
class ForeignCacheTest {

    private static final String KEY = "0123456789abcdef".repeat(2);

    @TempDir Path home;

    private final List<String> warnings = new ArrayList<>();
    private Path planted;

    @BeforeEach
    void plantALibrary() throws IOException {
        planted = home.resolve("cache/ffi").resolve(System.mapLibraryName(KEY));
        Files.createDirectories(planted.getParent());
        Files.writeString(planted, "planted");
        for (String name : List.of("cache", "cache/ffi")) {
            allow(home.resolve(name), "rwxr-xr-x");
        }
        allow(planted, "rw-r--r--");
    }

    private static void allow(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private ForeignCache cache() {
        return new ForeignCache(Optional.of(PrivateFolder.in(home, "cache", "ffi")), warnings::add);
    }

    private static String used(ForeignCache cache) throws IOException {
        ForeignLibrary library = cache.keep(KEY, "own".getBytes());
        assertThat(cache.find(KEY)).contains(library);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(library.file())))
                .doesNotContain("x");
        return Files.readString(library.file());
    }

    @Test
    void whatOnlyTheUserCanHavePutThereIsUsed() throws Exception {
        assertThat(used(cache())).isEqualTo("planted");
        assertThat(warnings).isEmpty();
    }

    @Test
    void whatOthersCanHavePutThereIsNotUsed() throws Exception {
        for (Path open : List.of(home, home.resolve("cache"), planted.getParent())) {
            String before = PosixFilePermissions.toString(Files.getPosixFilePermissions(open));
            for (String permissions : List.of("rwxrwxr-x", "rwxrwxrwx")) {
                allow(open, permissions);
                warnings.clear();
                assertThat(cache().find(KEY)).isEmpty();
                assertThat(used(cache())).as("%s", open).isEqualTo("own");
                assertThat(warnings)
                        .singleElement()
                        .asString()
                        .contains(open + " can be changed by others");
            }
            allow(open, before);
        }
        assertThat(planted).hasContent("planted");
    }

    @Test
    void aFileThatOthersCanChangeIsReplaced() throws Exception {
        allow(planted, "rw-rw-r--");
        assertThat(used(cache())).isEqualTo("own");
        assertThat(planted).hasContent("own");
        assertThat(warnings).isEmpty();
    }

    /// As a linker does, whose umask lets the group write.
    @Test
    void whatWasBuiltIsTheUsersAloneWhoeverHasWrittenIt() throws Exception {
        Files.delete(planted);
        ForeignLibrary built =
                cache().get(
                                KEY,
                                file -> {
                                    Files.delete(file);
                                    Files.writeString(file, "built");
                                    allow(file, "rwxrwxr-x");
                                });
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(built.file())))
                .isEqualTo("rw-------");
        assertThat(cache().find(KEY)).contains(built);
    }

    @Test
    void aUserWithoutAHomeIsToldThatNothingIsKept() throws Exception {
        assertThat(used(new ForeignCache(Optional.empty(), warnings::add))).isEqualTo("own");
        assertThat(warnings).singleElement().asString().contains("no home directory");
    }

    @Test
    void whereNothingCanBeWrittenSomethingElseIsUsed() throws Exception {
        Path file = Files.createFile(home.resolve("file"));
        var cache = new ForeignCache(Optional.of(PrivateFolder.in(file, "ffi")), warnings::add);
        assertThat(used(cache)).isEqualTo("own");
        assertThat(warnings).isEmpty();
    }
}
