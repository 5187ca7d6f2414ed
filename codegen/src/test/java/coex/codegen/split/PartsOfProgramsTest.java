package coex.codegen.split;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.lower.Lowered;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Large functions in parts: nothing is lost, parts are entered by their entries only, and no part
/// relies on a variable that another call of its method has written.
class PartsOfProgramsTest {

    private static final String STRAIGHT =
            """
                a%1$d = xs[%1$d]
                n += a%1$d.len()
            """;

    private static final String BRANCHES =
            """
                if n > %1$d
                    word = xs[%1$d] + word
                else
                    n += %1$d
                ~
            """;

    private static final String LOOPS =
            """
                for i in 0..%1$d
                    part = xs[i]
                    if part.len() > n
                        continue
                    ~
                    word = part
                ~
            """;

    private static final String DEADLINES =
            """
                within %1$d
                    word = xs[%1$d]
                    n += word.len()
                else
                    n += word.len() + %1$d
                ~
            """;

    /// Loops over everything else, which so has to be entered anew in each round.
    private static String inALoop(String body) {
        return "    while n < 1000\n" + body.indent(4) + "    ~\n";
    }

    private static String repeated(String statements, int times) {
        var body = new StringBuilder();
        for (int i = 0; i < times; i++) {
            body.append(statements.formatted(i));
        }
        return body.toString();
    }

    private static Routine routine(String body) {
        return Lowered.functions(
                        """
                        func f(xs: [string], n: int) -> int
                            word = ""
                        """
                                + body
                                + "    return n + word.len()\n~\n")
                .routine("f");
    }

    static Stream<Routine> largeRoutines() {
        return Stream.of(
                routine(repeated(STRAIGHT, 300)),
                routine(repeated(BRANCHES, 200)),
                routine(repeated(LOOPS, 100)),
                routine(repeated(DEADLINES, 100)),
                routine(inALoop(repeated(STRAIGHT, 300))),
                routine(inALoop(repeated(BRANCHES + LOOPS + DEADLINES, 50))));
    }

    @Test
    void aFunctionOfSomeLinesIsNotDivided() {
        assertThat(Parts.areNeededFor(routine(repeated(BRANCHES, 3)))).isFalse();
    }

    private static List<Instruction> instructions(List<BasicBlock> blocks) {
        return blocks.stream()
                .flatMap(block -> block.steps().stream())
                .map(BasicBlock.Step::instruction)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("largeRoutines")
    void allInstructionsAreThereInOrder(Routine routine) {
        assertThat(Parts.areNeededFor(routine)).isTrue();
        Parts parts = Parts.of(routine);
        assertThat(parts.parts()).hasSizeGreaterThan(2);
        assertThat(instructions(parts.parts().stream().flatMap(List::stream).toList()))
                .isEqualTo(instructions(routine.blocks()));
    }

    @ParameterizedTest
    @MethodSource("largeRoutines")
    void everyJumpToAnotherPartGoesToAnEntry(Routine routine) {
        Parts parts = Parts.of(routine);
        for (BasicBlock block : parts.routine().blocks()) {
            for (BasicBlock next : block.terminator().successors()) {
                if (!parts.areTogether(block, next)) {
                    assertThat(parts.entry(next)).as("%s to %s", block, next).isPresent();
                }
            }
            block.handler()
                    .ifPresent(
                            handler ->
                                    assertThat(parts.areTogether(block, handler))
                                            .as("the JVM has handlers within methods only")
                                            .isTrue());
        }
    }

    @ParameterizedTest
    @MethodSource("largeRoutines")
    void whatAPartReadsItHasWrittenSinceItWasEnteredOrIsShared(Routine routine) {
        Parts parts = Parts.of(routine);
        for (List<BasicBlock> part : parts.parts()) {
            assertThat(readTooEarly(part, parts)).isSubsetOf(parts.shared().keySet());
        }
    }

    /// The registers that some way from an entry of a part reads before it has written them.
    private static Set<Register> readTooEarly(List<BasicBlock> part, Parts parts) {
        Map<BasicBlock, Set<Register>> written = new HashMap<>();
        part.stream()
                .filter(block -> parts.entry(block).isPresent())
                .forEach(entry -> written.put(entry, new HashSet<>()));
        assertThat(written).isNotEmpty();
        var found = new HashSet<Register>();
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (BasicBlock block : part) {
                if (written.containsKey(block)) {
                    Set<Register> here = new HashSet<>(written.get(block));
                    if (block.handler().isPresent()) {
                        isChanged |= meet(written, block.handler().orElseThrow(), here);
                    }
                    block.steps().forEach(step -> pass(step.instruction(), here, found));
                    note(block.terminator().sources(), here, found);
                    for (BasicBlock next : block.terminator().successors()) {
                        if (parts.areTogether(block, next)) {
                            isChanged |= meet(written, next, here);
                        }
                    }
                }
            }
        }
        return found;
    }

    /// A block has on its start what all ways to it have. Returns whether that has changed.
    private static boolean meet(
            Map<BasicBlock, Set<Register>> written, BasicBlock block, Set<Register> here) {
        Set<Register> known = written.get(block);
        if (known == null) {
            written.put(block, new HashSet<>(here));
            return true;
        }
        return known.retainAll(here);
    }

    private static void pass(Instruction instruction, Set<Register> written, Set<Register> found) {
        note(instruction.sources(), written, found);
        instruction.target().ifPresent(written::add);
    }

    private static void note(List<Register> read, Set<Register> written, Set<Register> found) {
        var early = new ArrayList<>(read);
        early.removeAll(written);
        found.addAll(early);
    }
}
