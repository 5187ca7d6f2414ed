package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class GrowingRunTest {

    private static final String PROGRAM = "coex.gc.handle.GrowingRunProgram";

    /// In a JVM that interprets the method that looks at the array, which gives the array time to
    /// grow between two steps of it. Compiled, it is too fast for the race to be met.
    @Test
    void whoAsksForStatisticsWhileARunGrowsGoesNoFurtherThanTheArrayItHasFound() throws Exception {
        List<String> options =
                ChildProgram.onClassPath(
                        "-XX:CompileCommand=quiet",
                        "-XX:CompileCommand=exclude,coex.gc.handle.HandleRun::left");
        ChildProgram.Result result = ChildProgram.run(options, PROGRAM);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitValue()).isZero();
    }
}
