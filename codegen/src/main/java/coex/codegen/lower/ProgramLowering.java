package coex.codegen.lower;

import coex.codegen.GeneratedNames;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Layout;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.Signature;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedProgram;
import coex.language.checked.FunctionInstance;
import coex.language.checked.Local;
import coex.language.type.MatrixSymbol;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lowers a program: every function, lambda and initial value of a matrix becomes a routine.
public final class ProgramLowering {

    private static final int LONGEST_NAME = 1000;

    private final CheckedProgram checked;
    private final Map<FunctionInstance, RoutineName> names = new HashMap<>();
    private final Set<RoutineName> taken = new LinkedHashSet<>();
    private final List<Routine> routines = new ArrayList<>();
    private final Set<LoweredProgram.FunctionEntry> functionValues = new LinkedHashSet<>();
    private final Set<Signature> signatures = new LinkedHashSet<>();
    private final Map<FunctionInstance, RoutineName> cells = new HashMap<>();
    private int selects;

    private final boolean isForDebugger;

    private ProgramLowering(CheckedProgram checked, boolean isForDebugger) {
        this.checked = checked;
        this.isForDebugger = isForDebugger;
    }

    public static LoweredProgram lower(CheckedProgram program) {
        return lowerEach(List.of(program));
    }

    /// Lowers a program so that all its variables can be looked at wherever it is stopped.
    public static LoweredProgram lowerForDebugger(CheckedProgram program) {
        return new ProgramLowering(program, true).lowerAll(List.of(program.main()));
    }

    /// Lowers programs that differ in nothing but their `main`.
    public static LoweredProgram lowerEach(List<CheckedProgram> programs) {
        return new ProgramLowering(programs.getFirst(), false)
                .lowerAll(programs.stream().map(CheckedProgram::main).toList());
    }

    private LoweredProgram lowerAll(List<FunctionInstance> mains) {
        checked.functions()
                .forEach(
                        (instance, function) ->
                                routines.add(
                                        new RoutineLowering(this, nameOf(instance), function)
                                                .lower()));
        return new LoweredProgram(
                checked,
                mains.stream().map(main -> new LoweredProgram.Main(main, nameOf(main))).toList(),
                routines,
                List.copyOf(functionValues),
                signatures);
    }

    boolean isForDebugger() {
        return isForDebugger;
    }

    // Names

    private RoutineName nameOf(FunctionInstance instance) {
        return names.computeIfAbsent(
                instance,
                _ ->
                        unique(
                                className(instance.symbol().module().name()),
                                instance.symbol().toString()));
    }

    private static String className(String module) {
        return module.isEmpty() ? GeneratedNames.MAIN : GeneratedNames.MODULE + module;
    }

    /// A method name as the JVM allows it, with a number if it is taken.
    private RoutineName unique(String className, String displayName) {
        String method = methodName(displayName);
        var name = new RoutineName(className, method);
        for (int i = 2; !taken.add(name); i++) {
            name = new RoutineName(className, method + "$" + i);
        }
        return name;
    }

    /// A name as the JVM allows it, or the beginning of a long one: its names have an end.
    static String methodName(String displayName) {
        String name = displayName.replace('.', '$');
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    // Calls

    Optional<Register> call(
            RoutineBuilder builder,
            FunctionInstance function,
            List<Register> arguments,
            Type type) {
        Optional<Register> result =
                Types.settled(type) == Basic.NOTHING
                        ? Optional.empty()
                        : Optional.of(builder.register(Kind.of(type)));
        builder.add(new Instruction.Call(result, nameOf(function), arguments));
        return result;
    }

    /// The routine that computes cells by a formula.
    RoutineName cells(CheckedExpr.ApplyFormula apply) {
        RoutineName known = cells.get(apply.formula());
        if (known != null) {
            return known;
        }
        RoutineName name = CellsLowering.name(apply, cells.size());
        cells.put(apply.formula(), name);
        routines.add(new CellsLowering(this, apply).lower(name));
        return name;
    }

    /// The layout of closures that call that routine, without parameters and results.
    Layout cellsClosure(CheckedExpr.ApplyFormula apply) {
        RoutineName name = cells(apply);
        Layout layout =
                Layouts.closure(name, CellsLowering.names(apply), CellsLowering.types(apply));
        var signature = new Signature(List.of(), Optional.empty());
        functionValues.add(new LoweredProgram.FunctionEntry(name, signature, layout));
        dispatches(signature);
        return layout;
    }

    CheckedProgram.CheckedMatrix matrix(MatrixSymbol symbol) {
        return checked.matrices().get(symbol);
    }

    // Function values

    void dispatches(Signature signature) {
        signatures.add(signature);
    }

    /// The routine of a function that is used as a value.
    RoutineName functionValue(FunctionInstance function) {
        RoutineName name = nameOf(function);
        register(name, checked.functions().get(function), List.of());
        return name;
    }

    private Layout register(RoutineName name, CheckedFunction function, List<Local> captured) {
        Optional<Kind> result =
                Types.settled(function.result()) == Basic.NOTHING
                        ? Optional.empty()
                        : Optional.of(Kind.of(function.result()));
        List<Kind> parameters =
                function.parameters().stream()
                        .skip(captured.size())
                        .map(local -> Kind.of(local.type()))
                        .toList();
        Layout layout =
                Layouts.closure(
                        name,
                        captured.stream().map(Local::name).toList(),
                        captured.stream().map(Local::type).toList());
        var signature = new Signature(parameters, result);
        signatures.add(signature); // a later program of the same session may call it
        functionValues.add(new LoweredProgram.FunctionEntry(name, signature, layout));
        return layout;
    }

    /// A closure that calls a function with these arguments, and has no parameters.
    Register taskClosure(
            RoutineBuilder builder, FunctionInstance function, List<Register> arguments) {
        RoutineName name = nameOf(function);
        CheckedFunction called = checked.functions().get(function);
        Layout layout = register(name, called, called.parameters());
        dispatches(new Signature(List.of(), TaskLowering.resultKind(called.result())));
        Register result = builder.register(Kind.HANDLE);
        builder.add(new Instruction.New(result, layout, arguments));
        return result;
    }

    /// A number for a `select` that no other has.
    int nextSelect() {
        return selects++;
    }

    /// The closure of a lambda: an object with what it captures, or a constant if that is nothing.
    Register lambda(RoutineLowering around, CheckedExpr.Lambda lambda) {
        RoutineName name = unique(around.name().className(), lambda.function().name());
        Layout layout = register(name, lambda.function(), lambda.captured());
        routines.add(new RoutineLowering(this, name, lambda.function()).lower());
        if (lambda.captured().isEmpty()) {
            return around.builder().load(new Constant.Function(name));
        }
        List<Register> fields = lambda.captured().stream().map(around::read).toList();
        Register result = around.builder().register(Kind.HANDLE);
        around.builder().add(new Instruction.New(result, layout, fields));
        return result;
    }
}
