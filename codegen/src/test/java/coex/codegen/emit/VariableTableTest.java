package coex.codegen.emit;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.checked.CheckedProgram;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;

import org.junit.jupiter.api.Test;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberInfo;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

/// At which lines debuggers are told of which variables.
class VariableTableTest {

    private static CheckedProgram check(String source) {
        var problems = new Problems();
        var modules =
                ModuleLoader.load(
                        new SourceFile("test.coex", source),
                        (_, _) -> new ModuleFinder.Found.Nothing("nowhere"),
                        problems);
        return Checker.check(modules, OutputOptions.AS_WRITTEN, problems)
                .orElseThrow(() -> new AssertionError(problems.inOrder().toString()));
    }

    private static CodeAttribute code(CompiledProgram program, String method) {
        byte[] file = program.classes().get(program.mainClass());
        assertThat(ClassFile.of().verify(file)).isEmpty();
        ClassModel model = ClassFile.of().parse(file);
        return model.methods().stream()
                .filter(each -> each.methodName().equalsString(method))
                .findFirst()
                .flatMap(MethodModel::code)
                .map(CodeAttribute.class::cast)
                .orElseThrow();
    }

    /// The variables that have a value where a line is first come to.
    private static Set<String> variablesAt(int line, String source) {
        CodeAttribute code = code(Compiler.compileForDebugger(check(source)), "main");
        int start =
                code
                        .findAttribute(Attributes.lineNumberTable())
                        .orElseThrow()
                        .lineNumbers()
                        .stream()
                        .filter(each -> each.lineNumber() == line)
                        .min(Comparator.comparing(LineNumberInfo::startPc))
                        .orElseThrow()
                        .startPc();
        var names = new TreeSet<String>();
        code.findAttributes(Attributes.localVariableTable())
                .forEach(
                        table ->
                                table.localVariables().stream()
                                        .filter(each -> !each.name().equalsString("$mutator"))
                                        .filter(
                                                each ->
                                                        each.startPc() <= start
                                                                && start
                                                                        < each.startPc()
                                                                                + each.length())
                                        .forEach(each -> names.add(each.name().stringValue())));
        return names;
    }

    private static final String PROGRAM =
            """
            func main(args: [string]) -> int
                limit = 7
                text = "a" + String.from(limit)
                for i in 0..3
                    half = [i]
                    print(half)
                ~
                if limit > 3
                    one = 1
                    print(one)
                else
                    two = 2
                    print(two)
                ~
                print(limit)
                return 0
            ~
            """;

    @Test
    void aVariableIsThereFromItsFirstValueOn() {
        assertThat(variablesAt(2, PROGRAM)).containsExactly("args");
        assertThat(variablesAt(3, PROGRAM)).containsExactly("args", "limit");
        assertThat(variablesAt(4, PROGRAM)).containsExactly("args", "limit", "text");
    }

    @Test
    void variablesOfABlockAreThereWithinIt() {
        assertThat(variablesAt(5, PROGRAM)).containsExactly("args", "i", "limit", "text");
        assertThat(variablesAt(6, PROGRAM)).containsExactly("args", "half", "i", "limit", "text");
        assertThat(variablesAt(10, PROGRAM)).contains("one").doesNotContain("two", "half");
        assertThat(variablesAt(13, PROGRAM)).contains("two").doesNotContain("one", "half");
    }

    @Test
    void aVariableThatNobodyReadsAnyMoreIsThereToTheEnd() {
        assertThat(variablesAt(15, PROGRAM)).containsExactly("args", "limit", "text");
    }

    @Test
    void ofADoubleBufferedVariableThereIsWhatTheProgramReadsAndWhatComesNext() {
        assertThat(
                        variablesAt(
                                5,
                                """
                                func main() -> int
                                    n = 0
                                    while n < 3 cycle
                                        level: int = 0
                                        n += 1
                                    ~
                                    return 0
                                ~
                                """))
                .contains("level", "level'");
    }

    @Test
    void aHandleNamesTheFieldWithItsType() {
        CompiledProgram program = Compiler.compileForDebugger(check(PROGRAM));
        var types =
                code(program, "main").findAttributes(Attributes.localVariableTypeTable()).stream()
                        .flatMap(table -> table.localVariableTypes().stream())
                        .filter(each -> each.name().equalsString("text"))
                        .map(each -> each.signature().stringValue())
                        .distinct()
                        .toList();
        assertThat(types).hasSize(1);
        String place = types.getFirst().substring(1, types.getFirst().length() - 1);
        int split = place.lastIndexOf('$');
        byte[] owner = program.classes().get(place.substring(0, split).replace('/', '.'));
        assertThat(ClassFile.of().parse(owner).fields())
                .anyMatch(field -> field.fieldName().equalsString(place.substring(split + 1)));
    }

    @Test
    void programsThatNobodyDebugsHaveNoTables() {
        CodeAttribute code = code(Compiler.compile(check(PROGRAM)), "main");
        assertThat(code.findAttributes(Attributes.localVariableTable())).isEmpty();
        assertThat(code.findAttributes(Attributes.lineNumberTable())).isNotEmpty();
    }
}
