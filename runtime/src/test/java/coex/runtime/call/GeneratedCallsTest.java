package coex.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.Compiler;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.lower.ProgramLowering;
import coex.codegen.lower.RuntimeMethods;
import coex.language.checked.CheckedProgram;
import coex.runtime.TestPrograms;
import coex.runtime.library.FileModules;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the code generator takes for granted of the methods that generated code calls is what those
/// methods say of themselves.
///
/// What it takes for granted is collected from the table of operations and from all programs of the
/// tests and examples, what is called in the end from their class files.
class GeneratedCallsTest {

    private static final List<Path> PROGRAMS =
            List.of(Path.of("src/test/resources/programs"), Path.of("../examples/coex"));

    private static final String CALLS = "coex.runtime.call.";

    /// Called by the code of instructions that are no calls. Those that are safepoints
    /// stand in an instruction that is one: see `Instruction.isSafepoint`.
    private static final Set<String> SAFEPOINTS_OF_INSTRUCTIONS =
            Set.of("ObjectCalls.makeRoom", "TaskCalls.poll", "TaskCalls.abandon");

    private static final Set<String> QUIET_IN_INSTRUCTIONS =
            Set.of(
                    "ObjectCalls.hasRoom",
                    "ObjectCalls.take",
                    "ObjectCalls.publish",
                    "ObjectCalls.hasLayout",
                    "ObjectCalls.dispatcher",
                    "ObjectCalls.functionNumber",
                    "Failures.nilUsed");

    /// What prints something else each time, so that no program of the tests has it.
    private static final String REPORTS =
            """
            func main() -> int
                gc_dump_stats()
                gc_dump_heap()
                gc_dump_heap(1)
                gc_dump_object("text")
                gc_dump_handle_table(1)
                gc_dump_roots()
                gc_dump_shadow_stacks()
                gc_dump_handle_table()
                gc_fragmentation_report()
                gc_set_trace_level(0)
                return 0
            ~
            """;

    /// What only the inputs of a session use, of which there are none among the programs.
    private static final Set<String> OF_SESSIONS =
            Set.of("SessionCalls.load", "SessionCalls.store", "OutputCalls.show");

    private static final Set<RuntimeMethod> KNOWN = new TreeSet<>(byName());
    private static final Set<String> CALLED = new TreeSet<>();
    private static final List<String> UNRESOLVED = new ArrayList<>();

    private static Comparator<RuntimeMethod> byName() {
        return Comparator.comparing(RuntimeMethod::toString)
                .thenComparing(RuntimeMethod::isSafepoint)
                .thenComparing(RuntimeMethod::givesUp);
    }

    @BeforeAll
    static void compileEverything() throws IOException {
        KNOWN.addAll(RuntimeMethods.ofOperations());
        for (Path folder : PROGRAMS) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(GeneratedCallsTest::isProgram).toList()) {
                    compile(file.toString(), Files.readString(file));
                }
            }
        }
        compile("reports.coex", REPORTS);
        assertThat(CALLED).hasSizeGreaterThan(100);
    }

    private static boolean isProgram(Path path) {
        return path.toString().endsWith(".coex") && !path.getParent().endsWith("modules");
    }

    private static void compile(String file, String text) {
        CheckedProgram program = TestPrograms.check(file, text, new FileModules());
        ProgramLowering.lower(program).routines().stream()
                .flatMap(routine -> routine.blocks().stream())
                .flatMap(block -> block.steps().stream())
                .map(BasicBlock.Step::instruction)
                .filter(Instruction.CallRuntime.class::isInstance)
                .forEach(call -> KNOWN.add(((Instruction.CallRuntime) call).method()));
        Compiler.compile(program)
                .classes()
                .forEach((_, bytes) -> resolveCalls(file, ClassFile.of().parse(bytes)));
    }

    private static void resolveCalls(String file, ClassModel model) {
        model.methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .filter(call -> owner(call).startsWith("coex."))
                .filter(call -> !owner(call).startsWith("coex.program."))
                .forEach(call -> resolve(file, call));
    }

    private static String owner(InvokeInstruction call) {
        return call.owner().asInternalName().replace('/', '.');
    }

    private static void resolve(String file, InvokeInstruction call) {
        String name = owner(call) + "." + call.name().stringValue();
        boolean isResolved = false;
        try {
            isResolved =
                    Arrays.stream(Class.forName(owner(call)).getMethods())
                            .filter(method -> method.getName().equals(call.name().stringValue()))
                            .filter(method -> isCalledAs(method, call.opcode()))
                            .anyMatch(method -> hasType(method, call.typeSymbol()));
        } catch (ClassNotFoundException _) {
            // said below
        }
        if (!isResolved) {
            UNRESOLVED.add("%s: %s%s".formatted(file, name, call.type().stringValue()));
        } else if (name.startsWith(CALLS)) {
            CALLED.add(name.substring(CALLS.length()));
        }
    }

    private static boolean isCalledAs(Method method, Opcode opcode) {
        return Modifier.isStatic(method.getModifiers()) == (opcode == Opcode.INVOKESTATIC);
    }

    private static boolean hasType(Method method, MethodTypeDesc type) {
        return method.getReturnType()
                        .descriptorString()
                        .equals(type.returnType().descriptorString())
                && Arrays.stream(method.getParameterTypes())
                        .map(Class::descriptorString)
                        .toList()
                        .equals(
                                type.parameterList().stream()
                                        .map(parameter -> parameter.descriptorString())
                                        .toList());
    }

    /// The methods of that name, of which there are few.
    private static List<Method> methods(String name) {
        int dot = name.indexOf('.');
        try {
            return Arrays.stream(Class.forName(CALLS + name.substring(0, dot)).getMethods())
                    .filter(method -> method.getName().equals(name.substring(dot + 1)))
                    .filter(method -> Modifier.isStatic(method.getModifiers()))
                    .toList();
        } catch (ClassNotFoundException _) {
            return List.of();
        }
    }

    /// All public methods of the classes that generated code calls.
    private static List<Method> annotatable() {
        String folder = CALLS.replace('.', '/');
        var root =
                new File(
                        ListCalls.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath());
        return Arrays.stream(new File(root, folder).list())
                .filter(file -> file.endsWith("Calls.class") || file.equals("Failures.class"))
                .map(file -> file.substring(0, file.length() - ".class".length()))
                .flatMap(GeneratedCallsTest::publicMethods)
                .toList();
    }

    private static Stream<Method> publicMethods(String type) {
        try {
            return Arrays.stream(Class.forName(CALLS + type).getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Test
    void whatGeneratedCodeCallsIsThereAsItIsCalled() {
        assertThat(UNRESOLVED).isEmpty();
    }

    @Test
    void everyMethodThatGeneratedCodeMayCallSaysOnceWhetherItIsASafepoint() {
        assertThat(annotatable()).hasSizeGreaterThan(150);
        for (Method method : annotatable()) {
            long said =
                    Stream.of(Quiet.class, Safepoint.class, GivesUp.class)
                            .filter(method::isAnnotationPresent)
                            .count();
            assertThat(said)
                    .as("%s: one of @Quiet, @Safepoint, @GivesUp", name(method))
                    .isEqualTo(1);
        }
    }

    @Test
    void whatTheGeneratorTakesForGrantedTheMethodSaysOfItself() {
        assertThat(KNOWN).hasSizeGreaterThan(150);
        for (RuntimeMethod known : KNOWN) {
            assertThat(methods(known.toString())).as(known + " is there").isNotEmpty();
            for (Method method : methods(known.toString())) {
                assertSame(method, known, Safepoint.class, known.isSafepoint());
                assertSame(method, known, GivesUp.class, known.givesUp());
                assertSame(method, known, GivesPart.class, known.givesPart());
                assertSame(method, known, OnlyLooks.class, known.onlyLooks());
                Quiet quiet = method.getAnnotation(Quiet.class);
                assertThat(quiet != null && quiet.brief())
                        .as(known + ": @Quiet(brief = true)")
                        .isEqualTo(known.isBrief());
            }
        }
    }

    private static void assertSame(
            Method method,
            RuntimeMethod known,
            Class<? extends Annotation> annotation,
            boolean isGenerated) {
        assertThat(method.isAnnotationPresent(annotation))
                .as("%s: @%s", known, annotation.getSimpleName())
                .isEqualTo(isGenerated);
    }

    @Test
    void whatGivesUpHasAMethodInStepsThatTakesAndGivesTheSame() {
        for (Method method : annotatable()) {
            if (method.isAnnotationPresent(GivesUp.class)) {
                List<Method> inSteps = methods(name(method) + "InSteps");
                assertThat(inSteps).as(name(method)).hasSize(1);
                assertThat(inSteps.getFirst().isAnnotationPresent(Safepoint.class))
                        .as(name(inSteps.getFirst()))
                        .isTrue();
                assertThat(inSteps.getFirst().getReturnType()).isEqualTo(method.getReturnType());
                assertThat(inSteps.getFirst().getParameterTypes())
                        .isEqualTo(method.getParameterTypes());
            }
        }
    }

    @Test
    void theCodeOfInstructionsTakesMethodsForWhatTheyAre() {
        for (String name : SAFEPOINTS_OF_INSTRUCTIONS) {
            assertThat(methods(name)).isNotEmpty();
            assertThat(methods(name))
                    .allMatch(method -> method.isAnnotationPresent(Safepoint.class));
        }
        for (String name : QUIET_IN_INSTRUCTIONS) {
            assertThat(methods(name)).isNotEmpty();
            assertThat(methods(name)).allMatch(method -> method.isAnnotationPresent(Quiet.class));
        }
    }

    /// So that each was seen above, with the types it is called with. A new method needs a program
    /// that uses it.
    @Test
    void everyMethodIsCalledBySomeProgram() {
        Set<String> there =
                annotatable().stream()
                        .map(GeneratedCallsTest::name)
                        .collect(Collectors.toCollection(TreeSet::new));
        there.removeAll(OF_SESSIONS);
        there.removeAll(CALLED);
        assertThat(there).isEmpty();
    }

    @Test
    void whatIsCalledIsKnown() {
        Set<String> called = new TreeSet<>(CALLED);
        KNOWN.forEach(
                known -> {
                    called.remove(known.toString());
                    called.remove(known.owner() + "." + known.inSteps());
                });
        called.removeAll(SAFEPOINTS_OF_INSTRUCTIONS);
        called.removeAll(QUIET_IN_INSTRUCTIONS);
        assertThat(called).isEmpty();
    }
}
