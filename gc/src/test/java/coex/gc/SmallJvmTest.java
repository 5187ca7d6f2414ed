package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.List;

/// What asks for more than the JVM's own heap can hold ends in an exception of the API, not in an
/// `OutOfMemoryError`, and the heap is usable afterwards.
@Tag("slow")
class SmallJvmTest {

    static List<List<String>> waysToStart() {
        return List.of(
                ChildProgram.onClassPath("-Xmx48m", "-XX:+UseSerialGC"),
                ChildProgram.onModulePath(
                        "-Xmx48m", "-XX:+UseSerialGC", "--enable-native-access=coex.gc"));
    }

    @ParameterizedTest
    @MethodSource("waysToStart")
    void whatTheJvmCannotHoldIsRefusedAndTheHeapGoesOn(List<String> options)
            throws IOException, InterruptedException {
        ChildProgram.Result result = ChildProgram.run(options, "coex.embedder.HungryProgram");
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .containsExactly(
                        "heap refused", "frames exhausted", "threads exhausted", "all is well");
        assertThat(result.exitValue()).isZero();
    }
}
