package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Layout;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.Terminator;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A small program and the routines it becomes, as text that a test can hold: a line for each
/// instruction.
///
/// Blocks are numbered as they come. Registers have the names of their variables, or are numbered
/// in the order in which they are first written, so that a register more elsewhere changes nothing
/// here.
public final class Lowered {

    private final List<Routine> routines;

    private Lowered(List<Routine> routines) {
        this.routines = routines;
    }

    /// Compiles functions; one called `main` that does nothing is added.
    public static Lowered functions(String functions) {
        return program(functions + "func main() -> int\n    return 0\n~\n");
    }

    public static Lowered program(String source) {
        var problems = new Problems();
        var modules =
                ModuleLoader.load(
                        new SourceFile("test.coex", source),
                        (_, _) -> new ModuleFinder.Found.Nothing("nowhere"),
                        problems);
        var checked = Checker.check(modules, OutputOptions.AS_WRITTEN, problems);
        return new Lowered(
                ProgramLowering.lower(
                                checked.orElseThrow(
                                        () -> new AssertionError(problems.inOrder().toString())))
                        .routines());
    }

    public Routine routine(String method) {
        return routines.stream()
                .filter(routine -> routine.name().method().equals(method))
                .findFirst()
                .orElseThrow(
                        () ->
                                new AssertionError(
                                        method
                                                + " is not among "
                                                + routines.stream().map(Routine::name).toList()));
    }

    /// The instructions of a function.
    public String text(String method) {
        return text(method, _ -> Optional.empty());
    }

    /// The same with the names of registers after the instructions that have some.
    ///
    /// @param notes numbers of registers
    public String text(String method, Function<BasicBlock.Step, Optional<BitSet>> notes) {
        return new Text(routine(method), notes).of();
    }

    private static final class Text {
        private final Routine routine;
        private final Map<BasicBlock, Integer> blocks = new HashMap<>();
        private final Map<Register, String> names = new HashMap<>();
        private final Function<BasicBlock.Step, Optional<BitSet>> notes;

        Text(Routine routine, Function<BasicBlock.Step, Optional<BitSet>> notes) {
            this.routine = routine;
            this.notes = notes;
            routine.blocks().forEach(block -> blocks.put(block, blocks.size()));
        }

        String of() {
            var text = new StringBuilder();
            for (BasicBlock block : routine.blocks()) {
                text.append(name(block)).append(':');
                block.handler().ifPresent(handler -> text.append(" catch ").append(name(handler)));
                text.append('\n');
                for (BasicBlock.Step step : block.steps()) {
                    text.append("    ").append(of(step.instruction()));
                    notes.apply(step).ifPresent(some -> text.append("  # ").append(named(some)));
                    text.append('\n');
                }
                text.append("    ").append(of(block.terminator())).append('\n');
            }
            return text.toString();
        }

        private String name(BasicBlock block) {
            return "b" + blocks.get(block);
        }

        private String name(Register register) {
            return names.computeIfAbsent(
                    register,
                    _ ->
                            register.name().isEmpty()
                                    ? "%" + (names.values().stream().filter(Text::isNumber).count())
                                    : register.name());
        }

        /// Registers that were named before, in the order of their numbers.
        private String named(BitSet numbers) {
            return numbers.stream()
                    .mapToObj(
                            number ->
                                    names.entrySet().stream()
                                            .filter(each -> each.getKey().number() == number)
                                            .map(Map.Entry::getValue)
                                            .findFirst()
                                            .orElse("register " + number))
                    .collect(Collectors.joining(", ", "[", "]"));
        }

        private static boolean isNumber(String name) {
            return name.startsWith("%");
        }

        private String names(List<Register> registers) {
            return registers.stream().map(this::name).collect(Collectors.joining(", "));
        }

        private String to(Optional<Register> target) {
            return target.map(register -> name(register) + " = ").orElse("");
        }

        private String of(Instruction instruction) {
            String what =
                    switch (instruction) {
                        case Instruction.Load load -> of(load.constant());
                        case Instruction.Copy copy -> name(copy.source());
                        case Instruction.Unary unary -> unary.code() + " " + name(unary.source());
                        case Instruction.Binary binary ->
                                binary.code() + " " + names(List.of(binary.left(), binary.right()));
                        case Instruction.New made ->
                                "new " + of(made.layout()) + "(" + names(made.sources()) + ")";
                        case Instruction.LoadField read -> name(read.object()) + "." + read.field();
                        case Instruction.HasLayout test ->
                                name(test.object()) + " is " + of(test.layout());
                        case Instruction.Call call ->
                                call.routine().method() + "(" + names(call.sources()) + ")";
                        case Instruction.CallValue call -> "call (" + names(call.sources()) + ")";
                        case Instruction.CallRuntime call ->
                                call.method().owner()
                                        + "."
                                        + call.method().name()
                                        + "("
                                        + call.arguments().stream()
                                                .map(this::of)
                                                .collect(Collectors.joining(", "))
                                        + ")";
                        case Instruction.CallForeign call ->
                                "foreign "
                                        + call.function().name()
                                        + "("
                                        + names(call.sources())
                                        + ")";
                        case Instruction.RefuseNil refuse -> "refuse nil " + name(refuse.object());
                        case Instruction.Keep keep -> "keep " + name(keep.value());
                        case Instruction.Poll _ -> "poll";
                        case Instruction.Catch caught -> "catch " + name(caught.deadline());
                    };
            return to(instruction.target()) + what;
        }

        private String of(Terminator end) {
            return switch (end) {
                case Terminator.Jump(BasicBlock to) -> "goto " + name(to);
                case Terminator.Branch branch ->
                        "if %s %s %s goto %s else %s"
                                .formatted(
                                        name(branch.left()),
                                        branch.comparison(),
                                        name(branch.right()),
                                        name(branch.then()),
                                        name(branch.otherwise()));
                case Terminator.BranchIf branch ->
                        "if %s goto %s else %s"
                                .formatted(
                                        name(branch.condition()),
                                        name(branch.then()),
                                        name(branch.otherwise()));
                case Terminator.Return leave ->
                        leave.value().map(value -> "return " + name(value)).orElse("return");
            };
        }

        private String of(Argument argument) {
            return switch (argument) {
                case Argument.InRegister(Register register) -> name(register);
                case Argument.AsBits(Register register) -> "bits " + name(register);
                case Argument.TypeObject type -> type.type().spelling();
                case Argument.CollectionObject type -> type.type().spelling();
                case Argument.Number number -> "#" + number.value();
                case Argument.JavaText text -> "'" + text.value() + "'";
            };
        }

        private static String of(Constant constant) {
            return switch (constant) {
                case Constant.Bool(boolean value) -> "" + value;
                case Constant.Int32(int value) -> "" + value;
                case Constant.Int64(long value) -> "" + value;
                case Constant.Float64(double value) -> "" + value;
                case Constant.Empty _ -> "empty";
                case Constant.Nil _ -> "nil";
                case Constant.Text(String value) -> '"' + value + '"';
                case Constant.Variant variant ->
                        variant.type().spelling() + "#" + variant.variant();
                case Constant.Function(var name) -> "function " + name.method();
            };
        }

        private static String of(Layout layout) {
            return switch (layout) {
                case Layout.Struct struct -> struct.type().spelling();
                case Layout.Variant variant -> variant.type().spelling() + "#" + variant.variant();
                case Layout.Tuple tuple -> tuple.type().spelling();
                case Layout.Box box -> "box of " + box.type().spelling();
                case Layout.Closure closure -> "closure of " + closure.routine().method();
            };
        }
    }
}
