package coex.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

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
        assertThat(RunSettings.DEFAULTS.with("--heap-max " + text).heapMax()).isEqualTo(bytes);
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
                "--gc-log=",
                "--gc-log /nowhere/at/all",
                "--gc-log -",
                "--jfr -",
                "--jfr .",
                "--stats=yes",
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
        assertThat(settings.heapMax()).isEqualTo(32 << 20);
        assertThat(settings.stats()).isTrue();
    }

    @Test
    void aTriggerIsANumberOfObjects() throws Exception {
        assertThat(RunSettings.DEFAULTS.heap().triggerAllocations()).isZero();
        assertThat(RunSettings.DEFAULTS.with("--gc-trigger 10000").heap().triggerAllocations())
                .isEqualTo(10_000);
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
        assertThat(RunSettings.DEFAULTS.with("--gc-log " + log).gcLog()).isEqualTo(log);
    }
}
