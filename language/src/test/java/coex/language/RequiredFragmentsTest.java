package coex.language;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.stream.Collectors;

/// Phrases that tools look for in reports: they stay as they are.
class RequiredFragmentsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "func main() { var x: int = 1 ~ | Syntax error",
                "var x: int = 1; func main() ~ | Syntax error",
                "func main(); loop; print(1); ~; print(2); ~ | Syntax error",
                "func main() ~; printing off | Syntax error",
                "func main(); a = 1; b < c < d ~ | Syntax error",
                "func main(); const a = 1; a = 2 ~ | Cannot reassign const",
                "func main(); const a = 1; a += 2 ~ | Cannot reassign const",
                "func main(); a = 1; const b := a; b = 2 ~ | Cannot reassign const",
                "func main(); const a = [1]; a[0] = 2 ~ | Cannot reassign const",
                "formula f() -> int; x = 1; return x ~; func main() ~ | requires const",
                "formula f() -> int; x: int = 1; return x ~; func main() ~ | requires const",
                "formula f(n: int) -> int; n = 1; return n ~; func main() ~ | requires const",
                "func main(); print(ghost) ~ | Undeclared identifier 'ghost'",
                "func main(); if ghost ~ ~ | Undeclared identifier 'ghost'",
                "func main(); while ghost ~ ~ | Undeclared identifier 'ghost'",
                "func main(); x = ghost + 1 ~ | Undeclared identifier 'ghost'",
                "func main(); ghost += 1 ~ | Undeclared identifier 'ghost'",
                "func main(); ghost.write(\"x\") ~ | Undeclared identifier 'ghost'",
                "func main(); x = ghost.level ~ | Undeclared identifier 'ghost'",
                "func main(); ghost() ~ | Undeclared identifier 'ghost'",
                "func main(); x = [ghost] ~ | Undeclared identifier 'ghost'",
                "func main(); x = [1][ghost] ~ | Undeclared identifier 'ghost'",
                "func main(); for i in 0..2; y = i ~; print(y) ~ | Undeclared identifier 'y'",
                "func main(); for i in 0..2 ~; print(i) ~ | Undeclared identifier 'i'",
                "func main(); if true; y = 1 ~; print(y) ~ | Undeclared identifier 'y'",
                "func main(); if false; else if true; y = 1 ~; print(y) ~ | Undeclared"
                        + " identifier 'y'",
                "func main(); if true else y = 1 ~; print(y) ~ | Undeclared identifier 'y'",
                "func main(); while false cycle; y = 1 ~; print(y) ~ | Undeclared identifier 'y'",
                "func main(); xs = [q for q in 0..2]; print(q) ~ | Undeclared identifier 'q'",
                "func f(); return ghost ~; func main() ~ | Undeclared identifier 'ghost'",
                "func main(); print(\"a\".length()) ~ | Undefined method 'length' on type 'String'",
                "func main(); xs = [1]; xs.push(2) ~ | Undefined method 'push' on type 'List'",
                "func main(); a = [1].packed(); a.push(2) ~ | Undefined method 'push' on type"
                        + " 'Array'",
                "func main(); m = {1: 2}; m.put(1, 2) ~ | Undefined method 'put' on type 'Map'",
                "func main(); s = {1}; s.insert(2) ~ | Undefined method 'insert' on type 'Set'",
                "func main(); j: json = {}; j.push(2) ~ | Undefined method 'push' on type 'Json'",
                "func main(); n = 1; n.abs() ~ | Undefined method 'abs' on type 'int'",
                "func main(); n = 1.5; n.floor() ~ | Undefined method 'floor' on type 'float'",
                "func main(stdin: posix); stdin.readall() ~ | Undefined method 'readall' on type"
                        + " 'posix'",
                "func main(); r: Result<int, string> = Result.ok(1); r.get() ~ | Undefined method"
                        + " 'get' on type 'Result'",
                "func main(); a = [1]; b := a; print(a) ~ | moved",
                "func main(); a = 1; if true; b := a ~; print(a) ~ | moved",
                "func main(); a = 1; while false; b := a ~; print(a) ~ | moved",
                "func main(); a = [1]; b := a; a.append(2) ~ | moved",
                "extern labs(x: int) -> int ~; formula f() -> int; return labs(1) ~; func main() ~"
                        + " | cannot call extern",
                "extern labs(x: int) -> int ~; task f() -> int; return labs(1) ~; func main() ~ |"
                        + " cannot call extern",
                "import nowhere; func main() ~ | Module not found",
                "replace f with numbers.twice; func main() ~ | not imported",
                "import numbers; func main(); print(numbers.ghost(1)) ~ | not found in module",
                "func main(); j = {a: 1, \"b\": 2} ~ | Cannot mix",
                "func main(); j = {\"b\": 2, a: 1} ~ | Cannot mix",
                "func main(); m = {1: 2}; n = m[0:1] ~ | does not support slice",
                "func main(); m = {1}; n = m[:1] ~ | does not support slice",
                "func main(); n = 5; k = n[1:] ~ | does not support slice",
                "func main(); m = {1: 2}; m[0:1] = [3] ~ | does not support slice",
                "func main(); x = llvm_ir(ghost -> %a) -> %r: i64 '''ret i64 %a''' ~ | Unknown"
                        + " variable",
                "func helper() ~ | no `main`",
            })
    void reportsContainWhatToolsLookFor(String program, String fragment) {
        String text = program.replace("() {", "()").replace("; ", "\n").replace("|", "") + "\n";
        var problems = new Problems();
        var modules =
                ModuleLoader.load(
                        new SourceFile("program.coex", text), new TestModules(), problems);
        assertThat(Checker.check(modules, OutputOptions.AS_WRITTEN, problems)).isEmpty();
        String messages =
                problems.inOrder().stream()
                        .map(problem -> problem.report().message())
                        .collect(Collectors.joining("\n"));
        assertThat(messages).containsIgnoringCase(fragment);
    }
}
