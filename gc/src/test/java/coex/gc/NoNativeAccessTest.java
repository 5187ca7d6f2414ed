package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.List;

/// An embedder who grants no native access gets a working heap and no warning of the JVM's.
@Tag("slow")
class NoNativeAccessTest {

    static List<List<String>> waysToStart() {
        return List.of(
                ChildProgram.onClassPath(),
                ChildProgram.onModulePath(),
                ChildProgram.onClassPath("--illegal-native-access=deny"),
                ChildProgram.onModulePath("--illegal-native-access=deny"),
                ChildProgram.onModulePath(
                        "--enable-native-access=coex.gc", "--illegal-native-access=deny"),
                ChildProgram.onModulePath(
                        "--enable-native-access=coex.gc", "-Dcoex.gc.memory=arena"));
    }

    @ParameterizedTest
    @MethodSource("waysToStart")
    void aSmallProgramRunsWithoutAWordOnStandardError(List<String> options)
            throws IOException, InterruptedException {
        ChildProgram.Result result = ChildProgram.run(options, "coex.embedder.SmallProgram");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("marked 1001");
        assertThat(result.exitValue()).isZero();
    }
}
