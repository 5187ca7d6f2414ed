package coex.language.check;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedProgram;
import coex.language.checked.CheckedStmt;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;
import coex.language.type.Types;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CheckerTest {

    private static CheckedProgram check(String text) {
        var problems = new Problems();
        ModuleFinder nothing = (_, _) -> new ModuleFinder.Found.Nothing("nowhere");
        var modules = ModuleLoader.load(new SourceFile("test.coex", text), nothing, problems);
        var program = Checker.check(modules, OutputOptions.AS_WRITTEN, problems);
        assertThat(problems.inOrder()).as(text).isEmpty();
        return program.orElseThrow();
    }

    private static CheckedFunction main(String body) {
        CheckedProgram program = check("func main()\n" + body + "\n~\n");
        return program.functions().get(program.main());
    }

    /// The type of the value last stored in a variable of `main`.
    private static String typeOf(String variable, String body) {
        List<CheckedStmt.Store> stores =
                main(body).body().stream()
                        .filter(CheckedStmt.Store.class::isInstance)
                        .map(CheckedStmt.Store.class::cast)
                        .filter(store -> store.local().name().equals(variable))
                        .toList();
        return Types.settled(stores.getLast().local().type()).spelling();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x = [1, 2.5] | List<float>",
                "x = [] | List<int>",
                "x = []; x = x.append('a') | List<string>",
                "x = []; y: Set<bool> = x | List<bool>",
                "x = nil; x = 5 | int?",
                "x = [1, nil] | List<int?>",
                "x = {1: [], 2: ['a']} | Map<int, List<string>>",
                "x = {} | json",
                "x = (1, q: 'a') | (int, q: string)",
                "x = true ? 1 : 2.5 | float",
                "x = true ? 1 : nil | int?",
                "x = 'a'.int() ?? 3 | int",
                "x = [i * 0.5 for i in 0..3] | List<float>",
                "x = {c for c in 'abc'} | Set<string>",
                "x = Result.ok(1) | Result<int, int>",
                "x = [1, 2].packed() | Array<int>",
                "x = {1: 'a'}.packed() | (Array<int>, Array<string>)",
                "x = func(_ a: int) => a > 1 | func(int) -> bool",
                "x = posix.getenv('A') | string?",
                "x = 'abc'[0:1] | string",
                "x = 1 < 2 and 3 | bool",
                "x = {1: 2}[1] | int",
            })
    void typesAreInferred(String body, String wanted) {
        assertThat(typeOf("x", body.replace("'", "\""))).isEqualTo(wanted);
    }

    @Test
    void acceptsWhatTheLanguageAllows() throws IOException {
        CheckedProgram program =
                check(Files.readString(Path.of("src/test/resources/programs/accepted.coex")));
        assertThat(program.functions().keySet().stream().map(Object::toString))
                .contains("total<Shape>", "pick<int>", "Box.map_it<int>", "fib", "work");
    }

    @Test
    void eachInstanceOfAGenericFunctionIsAFunction() {
        CheckedProgram program =
                check(
                        """
                        func twice<T>(x: T) -> [T]
                            return [x, x]
                        ~
                        func main()
                            print(twice(1).len() + twice("a").len() + twice(2).len())
                        ~
                        """);
        assertThat(program.functions().keySet().stream().map(Object::toString))
                .containsExactlyInAnyOrder("main", "twice<int>", "twice<string>");
    }

    @Test
    void printingSwitchedOffLeavesNothing() {
        CheckedProgram program = check("printing off\nfunc main()\n  print(1)\n~\n");
        var statement =
                (CheckedStmt.Evaluate) program.functions().get(program.main()).body().getFirst();
        assertThat(statement.value()).isInstanceOf(CheckedExpr.Zero.class);
    }

    @Test
    void variablesOfACycleAreDoubleBufferedAndThoseOfItsLoopsAreNot() {
        var cycle =
                (CheckedStmt.Cycle)
                        main("g = 0\n"
                                        + "while g < 3 cycle\n"
                                        + " a = 1\n"
                                        + " for i in 0..2\n"
                                        + "  b = i\n"
                                        + " ~\n"
                                        + " g += 1\n"
                                        + "~")
                                .body()
                                .getLast();
        assertThat(cycle.variables().stream().map(Object::toString)).containsExactly("a", "b");
    }
}
