package coex.runtime.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.error.CoexError;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

@DisabledOnOs(OS.WINDOWS)
class RegexesTest {
    private static final int ROUNDS = 2_000;

    /// Without the count of users this ends the JVM.
    @Test
    void aPatternFreedByOneThreadWhileOthersMatchIsFoundOrRefused() throws Exception {
        var regexes = new Regexes();
        regexes.find(Linker.nativeLinker(), "coex_regex_free");
        try (var threads = Executors.newFixedThreadPool(4);
                Arena arena = Arena.ofShared()) {
            MemorySegment pattern = arena.allocateFrom("(a|b)*c(d|e)+");
            MemorySegment text = arena.allocateFrom("ababababababababababcdddde");
            for (int round = 0; round < ROUNDS; round++) {
                long number = compile(regexes, pattern);
                assertThat(number).isEqualTo(round + 1L);
                List<Callable<Boolean>> work = new ArrayList<>();
                work.add(() -> matches(regexes, number, text));
                work.add(() -> free(regexes, number));
                work.add(() -> matches(regexes, number, text));
                work.add(() -> free(regexes, number));
                for (Future<Boolean> done : threads.invokeAll(work)) {
                    assertThat(done.get()).isTrue();
                }
            }
        }
    }

    private static long compile(Regexes regexes, MemorySegment pattern) {
        try {
            return regexes.compile(pattern, 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static boolean matches(Regexes regexes, long number, MemorySegment text) {
        try {
            return regexes.match(number, text, 0) == 1;
        } catch (CoexError e) {
            return e.getMessage().equals("regex used after free: handle=" + number);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static boolean free(Regexes regexes, long number) {
        try {
            regexes.free(number);
            return true;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
