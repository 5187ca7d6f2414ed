package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.gc.HeapOptions;
import coex.language.check.InputChecker;
import coex.language.check.InputChecker.Binding;
import coex.language.check.InputChecker.CheckedInput;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.InputTree;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleLoader;
import coex.runtime.io.StandardStreams;
import coex.runtime.library.FileModules;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

class SessionTest {

    /// The heap has room for one array of this length at a time, and a little more.
    private static final String LARGE = "Array(1500000, 1)";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private List<Binding> bindings = List.of();
    private int nextCell;
    private InputTree declared;
    private Session session;

    @BeforeEach
    void open() throws InterruptedException {
        HeapOptions heap =
                HeapOptions.builder()
                        .hugePages(false)
                        .initialBytes(1 << 20)
                        .maximumBytes(20 << 20)
                        .build();
        var streams = new StandardStreams(InputStream.nullInputStream(), out, err);
        session = Session.open(RunOptions.of(heap, streams, List.of()).withStackBytes(16L << 20));
    }

    @AfterEach
    void close() {
        session.close();
    }

    private void declare(String text) {
        declared = Parser.parseInput(new SourceFile("input", text + "\n"), new Problems());
    }

    /// Runs statements that see the variables of those before; whether they ended well.
    private boolean run(String text) throws InterruptedException {
        var problems = new Problems();
        var statements =
                Parser.parseInput(new SourceFile("input", text + "\n"), problems).statements();
        List<SourceTree> trees = declared == null ? List.of() : List.of(declared.declarations());
        CheckedInput checked =
                InputChecker.check(
                                ModuleLoader.load(trees, new FileModules(), problems),
                                statements,
                                bindings,
                                nextCell,
                                problems)
                        .orElseThrow(() -> new AssertionError("refused: " + problems.inOrder()));
        CompiledProgram compiled = Compiler.compile(checked.program());
        boolean isWell =
                session.run(
                        new Program(
                                compiled.classes(),
                                compiled.mainClass(),
                                compiled.mainMethod(),
                                compiled.mainParameters(),
                                compiled.hasResult()));
        if (isWell) {
            bindings = checked.bindings();
            bindings.forEach(one -> nextCell = Math.max(nextCell, one.cell() + 1));
        }
        return isWell;
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String reported() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aProgramSeesWhatEarlierOnesLeftAndWhatTheyChanged() throws Exception {
        assertThat(run("n = 1; xs = [\"a\" + \"b\"]")).isTrue();
        assertThat(run("gc(); xs = xs.append(\"c\"); n += 1")).isTrue();
        assertThat(run("gc(); print(xs); print(n)")).isTrue();
        assertThat(printed()).isEqualTo("[\"ab\", \"c\"]\n2\n");
        assertThat(reported()).isEmpty();
    }

    @Test
    void whatAFailedProgramStoredIsNotLeftToAnyLaterOne() throws Exception {
        assertThat(run("n = 1; xs = [n]")).isTrue();
        assertThat(run("n = 2; xs = []; print(xs.get(7))")).isFalse();
        assertThat(reported()).startsWith("Runtime error: index out of range: index=7 length=0\n");
        assertThat(run("m = 3")).isTrue();
        assertThat(run("print((n, xs, m))")).isTrue();
        assertThat(printed()).isEqualTo("(1, [1], 3)\n");
    }

    @Test
    void whatAProgramStoredWhoseTaskFailedAfterItsEndIsGarbage() throws Exception {
        declare("task late() sleep(time.millisecond * 20); print([0].get(7)) ~");
        for (int i = 0; i < 3; i++) {
            assertThat(run("xs = " + LARGE + "; late()")).isFalse();
            assertThat(reported()).contains("index=7 length=1").doesNotContain("exhausted");
            assertThat(run("print(" + LARGE + ".len())")).as(reported()).isTrue();
        }
    }

    @Test
    void theValuesOfForgottenVariablesAreGarbage() throws Exception {
        for (int i = 0; i < 4; i++) {
            assertThat(run("xs = " + LARGE)).as(reported()).isTrue();
            int cell = bindings.getFirst().cell();
            bindings = List.of();
            session.forget(Set.of(cell), Set.of());
        }
        assertThat(nextCell).isEqualTo(4);
    }

    @Test
    void anInterruptWhileNothingRunsDoesNothing() throws Exception {
        assertThat(session.interrupt()).isTrue();
        assertThat(session.interrupt()).isTrue();
        assertThat(run("print(1)")).isTrue();
        assertThat(session.interrupt()).isTrue();
        assertThat(session.interrupt()).as("of what has ended").isTrue();
        assertThat(run("print(2)")).isTrue();
        assertThat(printed()).isEqualTo("1\n2\n");
    }
}
