package coex.language.check;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.SourceTree;
import coex.language.type.Meaning;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;
import coex.language.type.NameListener;
import coex.language.type.Type;
import coex.language.type.Types;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a listener is told of a program.
class NameListenerTest {

    private static final class Heard implements NameListener {
        private final Map<Span, Meaning> names = new LinkedHashMap<>();
        private final Map<String, String> types = new LinkedHashMap<>();
        private final List<String> parameters = new ArrayList<>();
        private final Map<String, List<String>> unknown = new LinkedHashMap<>();
        private final List<String> unknownTypes = new ArrayList<>();

        @Override
        public void names(Span place, Meaning meaning) {
            names.putIfAbsent(place, meaning);
        }

        @Override
        public void namesParameter(Identifier name) {
            parameters.add(name.span().line() + ":" + name.text());
        }

        @Override
        public void hasType(Expr expression, Type type) {
            types.put(expression.span().text(), Types.resolved(type).spelling());
        }

        @Override
        public void isUnknown(String name, List<Meaning.Variable> visible) {
            unknown.put(name, visible.stream().map(Meaning.Variable::name).toList());
        }

        @Override
        public void isUnknownType(Identifier name) {
            unknownTypes.add(name.text());
        }

        /// For each use of a name, `line:name` and the line of its declaration, or what is built
        /// in.
        private List<String> uses(String name) {
            return names.entrySet().stream()
                    .filter(entry -> entry.getKey().text().equals(name))
                    .map(entry -> entry.getKey().line() + " -> " + where(entry.getValue()))
                    .sorted()
                    .toList();
        }

        private static String where(Meaning meaning) {
            return meaning.declaration()
                    .map(Span::line)
                    .map(String::valueOf)
                    .orElseGet(() -> ((Meaning.BuiltIn) meaning).of() + "." + meaning.name());
        }
    }

    private static final ModuleFinder NO_MODULES =
            new ModuleFinder() {
                @Override
                public Found find(SourceTree.Import wanted, SourceFile importer) {
                    return new Found.Nothing("None here.", Optional.empty());
                }
            };

    private static Heard listen(String text) {
        var problems = new Problems();
        var heard = new Heard();
        var file = new SourceFile("test.coex", text);
        Checker.check(ModuleLoader.load(file, NO_MODULES, problems, heard), problems, heard);
        reported = problems;
        return heard;
    }

    private static Problems reported;

    private static final String PROGRAM =
            """
            type Tank:
                level: int
                func filled(by: int) -> Tank
                    return Tank(level: level + by)
                ~
            ~
            type Move:
                case Step(dx: int)
                case Wait
            ~
            func pick<T>(a: T, b: T) -> T
                return a
            ~
            func main() -> int
                t = Tank(level: 1)
                t.level = pick(a: 2, b: 3)
                for v in [1, 2]
                    t = t.filled(by: v)
                ~
                m: Move = Move.Step(dx: 4)
                match m
                    case Step(d):
                        print(d)
                    ~
                    case other:
                        print(other)
                    ~
                ~
                print([1].append(2).len())
                print(String.from(t.level))
                f = formula(x: int) => x + t.level
                return f(1)
            ~
            """;

    @Test
    void everyUseOfANameLeadsToItsDeclaration() {
        Heard heard = listen(PROGRAM);
        assertThat(reported.inOrder()).isEmpty();
        assertThat(heard.uses("level"))
                .containsExactly("15 -> 2", "16 -> 2", "30 -> 2", "31 -> 2", "4 -> 2", "4 -> 2");
        assertThat(heard.uses("by")).containsExactly("18 -> 3", "3 -> 3", "4 -> 3");
        assertThat(heard.uses("t"))
                .containsExactly(
                        "15 -> 15", "16 -> 15", "18 -> 15", "18 -> 15", "30 -> 15", "31 -> 15");
        assertThat(heard.uses("Tank")).containsExactly("15 -> 1", "3 -> 1", "4 -> 1");
        assertThat(heard.uses("filled")).containsExactly("18 -> 3");
        assertThat(heard.uses("pick")).containsExactly("16 -> 11");
        assertThat(heard.uses("a")).containsExactly("11 -> 11", "12 -> 11", "16 -> 11");
        assertThat(heard.uses("Step")).containsExactly("20 -> 8", "22 -> 8");
        assertThat(heard.uses("dx")).containsExactly("20 -> 8");
        assertThat(heard.uses("Move")).containsExactly("20 -> 7", "20 -> 7");
        assertThat(heard.uses("d")).containsExactly("22 -> 22", "23 -> 22");
        assertThat(heard.uses("other")).containsExactly("25 -> 25", "26 -> 25");
        assertThat(heard.uses("append")).containsExactly("29 -> List.append");
        assertThat(heard.uses("from")).containsExactly("30 -> String.from");
        assertThat(heard.uses("x")).containsExactly("31 -> 31", "31 -> 31");
        assertThat(heard.parameters).contains("11:T");
    }

    @Test
    void expressionsHaveTheirTypes() {
        Heard heard = listen(PROGRAM);
        assertThat(heard.types)
                .containsEntry("[1].append(2)", "List<int>")
                .containsEntry("t.filled(by: v)", "Tank")
                .containsEntry("f(1)", "int");
    }

    @Test
    void whatIsVisibleIsKnownWhereANameIsNot() {
        Heard heard =
                listen(
                        """
                        func f(a: int) -> int
                            b = 1
                            if a > 0
                                c = 2
                            ~
                            for d in [1]
                                print(nowhere)
                            ~
                            return 0
                        ~
                        """);
        assertThat(heard.unknown).containsEntry("nowhere", List.of("d", "b", "a"));
    }

    @Test
    void aFunctionWithASyntaxErrorIsCheckedForTheListenerAlone() {
        Heard heard =
                listen(
                        """
                        func f(a: int) -> int
                            b = a + 1
                            c = = 2
                            return ghost + b
                        ~
                        func g() -> Unknown
                            return 1
                        ~
                        """);
        assertThat(heard.uses("b")).containsExactly("2 -> 2", "4 -> 2");
        assertThat(heard.unknown).containsKey("ghost");
        assertThat(heard.unknownTypes).containsOnly("Unknown");
        assertThat(reported.inOrder())
                .extracting(problem -> problem.report().code())
                .containsExactly("S001", "N004");
    }

    @Test
    void afterASyntaxErrorOutsideOfFunctionsTheRestIsCheckedForTheListenerAlone() {
        Heard heard =
                listen(
                        """
                        funk f()
                        ~
                        func g() -> int
                            b = 1
                            return b + ghost
                        ~
                        """);
        assertThat(heard.uses("b")).containsExactly("4 -> 4", "5 -> 4");
        assertThat(reported.inOrder()).hasSize(1);
    }
}
