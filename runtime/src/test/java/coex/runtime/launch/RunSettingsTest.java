package coex.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.HeapOptions;
import coex.runtime.sandbox.FileAccess;
import coex.runtime.sandbox.Folder;
import coex.runtime.sandbox.Limits;
import coex.runtime.sandbox.Permissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class RunSettingsTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1m, 1048576",
        "1048576, 1048576",
        "2048K, 2097152",
        "3G, 3221225472",
        "16t, 17592186044416"
    })
    void sizesHaveUnits(String text, long bytes) throws Exception {
        assertThat(RunSettings.DEFAULTS.with("--heap-max " + text).memory().max()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--heap-max=",
                "--heap-max x",
                "--heap-max -1",
                "--heap-max 1.5g",
                "--heap-max 12q",
                "--heap-max 1kk",
                "--heap-max 0",
                "--heap-max 1023k",
                "--heap-max 17t",
                "--heap-max 999999999999999t",
                "--heap-max 99999999999999999999",
                "--heap-max",
                "--gc-trigger",
                "--gc-trigger=",
                "--gc-trigger 0",
                "--gc-trigger -5",
                "--gc-trigger 1k",
                "--gc-trigger 9999999999999999",
                "--gc-trace 5",
                "--gc-trace -1",
                "--gc-trace two",
                "--gc-young",
                "--gc-young=",
                "--gc-young yes",
                "--gc-young ON",
                "--gc-moving",
                "--gc-moving 1",
                "--gc-markers",
                "--gc-markers 0",
                "--gc-markers 65",
                "--gc-markers two",
                "--gc-log=",
                "--gc-log /nowhere/at/all",
                "--gc-log -",
                "--jfr -",
                "--jfr .",
                "--stats=yes",
                "--sandbox=yes",
                "--deny-read=/",
                "--allow-ffi=yes",
                "--allow-read",
                "--allow-read=",
                "--allow-read /nowhere/at/all",
                "--allow-write /nowhere/at/all",
                "--allow-env=",
                "--allow-env A=b",
                "--jvm-max 31m",
                "--stack-max 1",
                "--time-max 0s",
                "--time-max 10",
                "--time-max s",
                "--time-max 10d",
                "--time-max -1s",
                "--time-max 9000h",
                "--time-max 9999999999s",
                "--tasks-max 0",
                "--tasks-max 2147483647",
                "--output-max 0",
                "--output-max x",
                "--nonsense",
                "stats"
            })
    void whatMakesNoSenseIsRefusedInOneLineThatNamesIt(String words) {
        assertThatThrownBy(() -> RunSettings.DEFAULTS.with(words))
                .isInstanceOf(BadOptionException.class)
                .message()
                .doesNotContain("\n")
                .contains(words.split("[ =]")[0]);
    }

    @Test
    void theLastOfAnOptionWins() throws Exception {
        var settings = RunSettings.DEFAULTS.with("--heap-max 64m  --stats\t--heap-max=32m");
        assertThat(settings.memory().max()).isEqualTo(32 << 20);
        assertThat(settings.watch().stats()).isTrue();
    }

    @Test
    void aTriggerIsANumberOfObjects() throws Exception {
        assertThat(RunSettings.DEFAULTS.heap().triggerAllocations()).isZero();
        assertThat(RunSettings.DEFAULTS.with("--gc-trigger 10000").heap().triggerAllocations())
                .isEqualTo(10_000);
    }

    @Test
    void youngCyclesCanBeSwitchedOffAndOnAgain() throws Exception {
        assertThat(RunSettings.DEFAULTS.heap().youngCycles()).isTrue();
        RunSettings off = RunSettings.DEFAULTS.with("--gc-young off --heap-max 2m --stats");
        assertThat(off.heap().youngCycles()).isFalse();
        assertThat(off.with("--gc-young=on").heap().youngCycles()).isTrue();
    }

    @Test
    void movingCanBeSwitchedOffAndOnAgain() throws Exception {
        assertThat(RunSettings.DEFAULTS.heap().moving()).isTrue();
        RunSettings off = RunSettings.DEFAULTS.with("--gc-moving off --gc-markers 2 --stats");
        assertThat(off.heap().moving()).isFalse();
        assertThat(off.heap().markers()).isEqualTo(2);
        assertThat(off.with("--gc-moving=on").heap().moving()).isTrue();
    }

    @Test
    void howManyMarkersThereMayBeCanBeSaid() throws Exception {
        assertThat(RunSettings.DEFAULTS.with("--gc-markers 3 --stats").heap().markers())
                .isEqualTo(3);
        assertThat(RunSettings.DEFAULTS.with("--gc-markers=64 --jmx").heap().markers())
                .isEqualTo(64);
        assertThat(RunSettings.DEFAULTS.heap().markers())
                .isEqualTo(HeapOptions.builder().build().markers());
    }

    @Test
    void aSmallHeapBeginsSmall() throws Exception {
        var heap = RunSettings.DEFAULTS.with("--heap-max 2m").heap();
        assertThat(heap.maximumBytes()).isEqualTo(2 << 20);
        assertThat(heap.initialBytes()).isEqualTo(2 << 20);
    }

    @Test
    void filesMayBeNew() throws Exception {
        Path log = folder.resolve("gc.log");
        assertThat(RunSettings.DEFAULTS.with("--gc-log " + log).watch().gcLog()).isEqualTo(log);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theSystemsOwnFilesAreNoFolderToAllow() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/proc/self"));
        for (Object path : List.of("/proc", "/proc/self", "/dev", "/sys/kernel", link)) {
            assertThatThrownBy(() -> RunSettings.DEFAULTS.with("--allow-read " + path))
                    .isInstanceOf(BadOptionException.class)
                    .hasMessageContaining("no folder with ordinary files");
        }
    }

    @Test
    void withoutOptionsEverythingIsAllowedAndNothingLimited() throws Exception {
        SandboxSettings none = RunSettings.DEFAULTS.sandbox();
        assertThat(none.permissions()).isEqualTo(Permissions.ALL);
        assertThat(none.limits(0, Optional.empty())).isEqualTo(Limits.NONE);
        assertThat(none.startTime()).isEmpty();
    }

    @Test
    void aSandboxIsAllOfItsOptions() throws Exception {
        var sandbox = RunSettings.DEFAULTS.with("--sandbox");
        var oneByOne = RunSettings.DEFAULTS.with("--deny-read --deny-write --deny-env --deny-ffi");
        assertThat(sandbox.sandbox().permissions()).isEqualTo(oneByOne.sandbox().permissions());
        assertThat(sandbox.sandbox().permissions())
                .isEqualTo(
                        new Permissions(
                                new FileAccess(
                                        Optional.of(List.of()), Optional.of(List.of()), false),
                                Optional.of(Set.of()),
                                false));
        for (String one : List.of("--deny-env", "--allow-env A", "--deny-ffi")) {
            FileAccess files = RunSettings.DEFAULTS.with(one).sandbox().permissions().files();
            assertThat(files.system()).as(one).isFalse();
        }
        assertThat(sandbox.heap().maximumBytes()).isEqualTo(256 << 20);
        assertThat(RunSettings.DEFAULTS.with("--heap-max 2m --sandbox").heap().maximumBytes())
                .isEqualTo(2 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s --sandbox", "--sandbox %s", "%s"})
    void whatIsAllowedIsAllowedInWhicheverOrder(String words) throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        String allowed =
                "--allow-read %s --allow-read %s --allow-write %s --allow-env A --allow-env B --allow-ffi"
                        .formatted(folder, other, other);
        var permissions =
                RunSettings.DEFAULTS.with(words.formatted(allowed)).sandbox().permissions();
        assertThat(paths(permissions.files().readable()))
                .containsExactly(folder.toRealPath(), other.toRealPath());
        assertThat(paths(permissions.files().writable())).containsExactly(other.toRealPath());
        assertThat(permissions.variables()).contains(Set.of("A", "B"));
        assertThat(permissions.foreignCode()).isTrue();
    }

    private static List<Path> paths(Optional<List<Folder>> folders) {
        return folders.orElseThrow().stream().map(Folder::path).toList();
    }

    /// Only the start of a JVM can limit its memory, and this one was started without.
    @Test
    void aJvmWithMoreMemoryThanAllowedIsNotUsed() throws Exception {
        long most = Runtime.getRuntime().maxMemory();
        SandboxSettings more = RunSettings.DEFAULTS.with("--jvm-max " + most).sandbox();
        assertThat(more.limits(0, Optional.empty()).jvmBytes()).isEqualTo(most);
        SandboxSettings less = RunSettings.DEFAULTS.with("--jvm-max " + most / 2).sandbox();
        assertThatThrownBy(() -> less.limits(0, Optional.empty()))
                .isInstanceOf(BadOptionException.class)
                .hasMessageStartingWith("--jvm-max: ");
    }
}
