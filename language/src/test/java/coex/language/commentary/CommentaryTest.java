package coex.language.commentary;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Parser;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

class CommentaryTest {

    private static final String SOURCE =
            """
            func f()
                #@ [PERF] slow
                x = 1
                #@ [WARN:Ignore]   careful
                #@ just a comment
                #@ [NOPE] no category
                #@ [GC:maybe] no answer
                y = 2
            ~
            """;

    private static Note note(Category category, String message, Response response, int line) {
        return new Note(category, message, response, line, 5);
    }

    private static List<Note> notesOf(String program) {
        var problems = new Problems();
        var tree = Parser.parse(new SourceFile("test.coex", program), problems);
        assertThat(problems.isEmpty()).isTrue();
        return Analyses.of(tree);
    }

    @Test
    void notesAreTakenOutAndOtherCommentsStay() {
        Commentary commentary = Commentary.extract(SOURCE);
        assertThat(commentary.notes())
                .containsExactly(
                        note(Category.PERF, "slow", Response.NONE, 2),
                        note(Category.WARN, "careful", Response.IGNORE, 3));
        assertThat(commentary.text())
                .doesNotContain("slow", "careful")
                .contains("#@ just a comment", "#@ [NOPE] no category", "#@ [GC:maybe] no answer");
    }

    @Test
    void notesAreWrittenBeforeTheirLines() {
        String text = "func f()\r\n    x = 1\r\n~\r\n";
        assertThat(Commentary.write(text, List.of(note(Category.MOVE, "m", Response.IGNORE, 2))))
                .isEqualTo("func f()\r\n    #@ [MOVE:ignore] m\r\n    x = 1\r\n~\r\n");
    }

    @Test
    void takingNotesOutAndWritingThemBackGivesTheSameSource() {
        Commentary commentary = Commentary.extract("a\n  #@ [PERF] p\n  b\n#@ [HINT:off] q\nc");
        assertThat(Commentary.write(commentary.text(), commentary.notes()))
                .isEqualTo("a\n  #@ [PERF] p\n  b\n#@ [HINT:off] q\nc");
    }

    @Test
    void identityIsCategoryAndMessage() {
        Note here = note(Category.PERF, "m", Response.NONE, 1);
        assertThat(note(Category.PERF, "m", Response.OFF, 9).identity()).isEqualTo(here.identity());
        assertThat(note(Category.GC, "m", Response.NONE, 1).identity())
                .isNotEqualTo(here.identity());
        assertThat(here.identity()).matches("[0-9a-f]{8}");
    }

    @Test
    void answersDecideWhatIsKept() {
        Note plain = note(Category.PERF, "a", Response.NONE, 1);
        Note ignored = note(Category.PERF, "b", Response.IGNORE, 2);
        Note off = note(Category.PERF, "c", Response.OFF, 3);
        Note gone = note(Category.PERF, "d", Response.NONE, 4);
        List<Note> generated =
                List.of(
                        note(Category.PERF, "a", Response.NONE, 11),
                        note(Category.PERF, "b", Response.NONE, 12),
                        note(Category.PERF, "c", Response.NONE, 13),
                        note(Category.PERF, "e", Response.NONE, 14));
        Merge merge =
                Merge.of(
                        List.of(plain, ignored, off, gone),
                        generated,
                        Set.of(note(Category.PERF, "e", Response.NONE, 0).identity()));
        assertThat(merge.kept())
                .containsExactly(
                        note(Category.PERF, "a", Response.NONE, 11),
                        note(Category.PERF, "b", Response.IGNORE, 12));
        assertThat(merge.suppressed()).contains(off.identity());
    }

    @Test
    void findsWhatIsWorthANote() {
        List<Note> notes =
                notesOf(
                        """
                        func half(n: int) -> int
                            const h = n / 2
                            return h
                        ~
                        func main()
                            xs = []
                            for i in 0..3
                                xs = xs.append(i)
                                for j in 0..3
                                    print(xs.get(j))
                                ~
                            ~
                            while true
                                a = [1]
                                b = {1: 2}
                                c = (1, 2)
                            ~
                            ys = xs
                            print(ys.len())
                        ~
                        """);
        assertThat(notes.stream().map(note -> note.category() + " " + note.line()))
                .containsExactlyInAnyOrder("KIND 1", "PERF 8", "PERF 9", "GC 13", "MOVE 18");
        assertThat(
                        notes.stream()
                                .filter(note -> note.line() == 8)
                                .findFirst()
                                .orElseThrow()
                                .message())
                .contains("'xs'", "append");
    }

    @Test
    void whatStandsInABranchOfALoopBelongsToTheLoop() {
        List<Note> notes =
                notesOf(
                        """
                        func main()
                            xs = []
                            for i in 0..3
                                if i > 1
                                    xs = xs.append(i)
                                ~
                            ~
                            while true
                                a = "x" + str(1)
                                if a == "y"
                                    b = a.split(",")
                                    for k in b
                                        c = [k]
                                        d = [k]
                                    ~
                                ~
                                e = a.bytes()
                            ~
                        ~
                        """);
        assertThat(notes.stream().map(note -> note.category() + " " + note.line()))
                .containsExactlyInAnyOrder("PERF 5", "GC 8");
    }

    private static final String CONVERTS =
            """
            func unused(xs: [int]) -> int
                return count(xs)
            ~
            func count(a: Array<int>) -> int
                return a.len()
            ~
            func main()
                xs = [1, 2]
                #@ [WARN] a note that stands in between
                s: Set<int> = xs
                a = xs.packed()
                b: List<int> = a
                print(count(a) + b.len() + s.len())
            ~
            """;

    @Test
    void collectionsThatBecomeOneAnotherUnaskedAreWorthANote() {
        var problems = new Problems();
        var file = new SourceFile("test.coex", CONVERTS);
        ModuleFinder nothing = (_, _) -> new ModuleFinder.Found.Nothing("nowhere");
        var modules = ModuleLoader.load(file, nothing, problems);
        var program = Checker.check(modules, OutputOptions.AS_WRITTEN, problems).orElseThrow();
        List<Note> notes = Commentary.extract(CONVERTS).inText(ConversionNotes.of(program));
        assertThat(notes.stream().map(note -> note.line() + " " + note.message()))
                .containsExactly(
                        "2 implicit conversion from List<int> to Array<int> copies all elements",
                        "9 implicit conversion from List<int> to Set<int> copies all elements",
                        "11 implicit conversion from Array<int> to List<int> copies all elements");
    }

    @Test
    void writingTheNotesOfAnUnchangedProgramAgainChangesNothing() {
        String program =
                "func main()\n"
                        + "    xs = []\n"
                        + "    for i in 0..3\n"
                        + "        xs = xs.append(i)\n"
                        + "    ~\n"
                        + "~\n";
        String once = commented(program);
        assertThat(once).contains("#@ [PERF]");
        assertThat(commented(once)).isEqualTo(once);
    }

    /// With a walk through the function for each of them it would take hours.
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
    void aLongFunctionIsWalkedThroughOnce() {
        int lines = 20_000;
        var program = new StringBuilder("func f(v0: int)\n");
        for (int i = 1; i <= lines; i++) {
            program.append("    v%d = v%d\n".formatted(i, i - 1));
        }
        String once = commented(program.append("~\n").toString());
        assertThat(once.lines().filter(line -> line.contains("#@ [MOVE]"))).hasSize(lines);
        assertThat(commented(once)).isEqualTo(once);
    }

    private static String commented(String source) {
        Commentary commentary = Commentary.extract(source);
        Merge merge = Merge.of(commentary.notes(), notesOf(commentary.text()), Set.of());
        return Commentary.write(commentary.text(), merge.kept());
    }
}
