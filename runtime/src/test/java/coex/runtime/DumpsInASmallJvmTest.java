package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.runtime.io.StandardStreams;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What programs print of their heap must not take room in the JVM's own heap: that is small, and
/// may be smaller than the text.
class DumpsInASmallJvmTest {

    private static final int OBJECTS = 250_000;
    private static final int FRAMES = 50_000;

    private static final String PROGRAM =
            """
            type Node:
                value: int
                next: Node?
            ~
            func deep(n: int, kept: Node?) -> int
                if n == 0
                    gc_dump_roots()
                    gc_dump_shadow_stacks()
                    gc_fragmentation_report()
                    gc_dump_handle_table()
                    gc_dump_heap()
                    return gc_validate_heap()
                ~
                below = Node(n, kept)
                found = deep(n - 1, below)
                return found + below.value - n
            ~
            func main() -> int
                list: Node? = nil
                for i in 0..%d
                    list = Node(i, list)
                ~
                return deep(%d, list)
            ~
            """
                    .formatted(OBJECTS, FRAMES);

    /// Runs the program. Its output is the process's, and it ends as the program does.
    public static final class Child {
        public static void main(String[] arguments) throws InterruptedException {
            Program program = TestPrograms.compile("many.coex", PROGRAM);
            HeapOptions heap =
                    HeapOptions.builder().hugePages(false).maximumBytes(256 << 20).build();
            var streams =
                    new StandardStreams(
                            new ByteArrayInputStream(new byte[0]), System.out, System.err);
            System.exit(ProgramRunner.run(program, RunOptions.of(heap, streams, List.of("many"))));
        }
    }

    @Test
    @Timeout(300)
    void aProgramWithManyObjectsAndCallsDumpsThemAllInAJvmWithLittleMemory() throws Exception {
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName());
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        Process child = builder.redirectErrorStream(true).start();
        Map<String, Integer> lines = new HashMap<>();
        var other = new StringBuilder();
        try (BufferedReader out = child.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                int end = line.indexOf(']');
                if (line.startsWith("[GC:") && end > 0) {
                    lines.merge(line.substring(0, end + 1), 1, Integer::sum);
                } else {
                    other.append(line).append('\n');
                }
            }
        }
        assertThat(other.toString()).isEmpty();
        assertThat(child.waitFor()).isZero();
        assertThat(lines.get("[GC:ROOTS]")).isGreaterThan(FRAMES);
        assertThat(lines.get("[GC:SHADOW]")).isGreaterThan(FRAMES);
        assertThat(lines.get("[GC:HEAP]")).isGreaterThan(OBJECTS + FRAMES);
        assertThat(lines).containsKeys("[GC:FRAG]", "[GC:HANDLES]").hasSize(5);
    }
}
