package coex.codegen.emit;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.Terminator;
import coex.codegen.roots.FramePlan;
import coex.codegen.split.Parts;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes a large routine as several methods: one for each of its [Parts], and one that calls them
/// in turn.
///
/// A part takes the mutator, the words that parts share, the first slot of the frame, and the entry
/// to begin at. It returns the next part's entry, or -1 when the routine returns; what it returns
/// is then the first of the words. The frame is the one of the calling method, which has it from
/// its start to its end: parts store into its slots and push none of their own, so it is the top
/// frame whenever they do.
///
/// The calling method has no line numbers: reports leave it out.
final class SplitEmitter {

    private static final int RETURNED = -1;
    private static final ClassDesc WORDS = ConstantDescs.CD_long.arrayType();
    private static final MethodTypeDesc PART_TYPE =
            MethodTypeDesc.of(
                    ConstantDescs.CD_int,
                    Names.MUTATOR,
                    WORDS,
                    ConstantDescs.CD_int,
                    ConstantDescs.CD_int);

    // The parameters of a part, after the mutator.
    private static final int VALUES = 1;
    private static final int BASE = 2;
    private static final int ENTRY = 3;
    private static final int FIRST_FREE = 4;

    /// Where the result is, and where the shared registers begin.
    private static final int RESULT = 0;

    private static final int FIRST_SHARED = 1;

    private final Routine routine;
    private final Parts parts;
    private final FramePlan plan;
    private final ConstantPool constants;
    private final Callees callees;
    private final List<ClassDesc> owners;
    private final Map<Register, Integer> places = new HashMap<>();

    /// @param owners the classes for the parts, in order, again and again
    SplitEmitter(Parts parts, ConstantPool constants, Callees callees, List<ClassDesc> owners) {
        this.routine = parts.routine();
        this.parts = parts;
        this.plan = FramePlan.throughout(routine);
        this.constants = constants;
        this.callees = callees;
        this.owners = owners;
        parts.shared().forEach((register, number) -> places.put(register, FIRST_SHARED + number));
    }

    private ClassDesc owner(int part) {
        return owners.get(part % owners.size());
    }

    /// Ends like the names of several functions of one name, so that reports leave the number out.
    private String partName(int part) {
        return routine.name().method() + "$" + part;
    }

    /// Writes the parts that go into one of the classes.
    void emitParts(ClassDesc owner, ClassBuilder builder) {
        for (int i = 0; i < parts.parts().size(); i++) {
            if (owner(i).equals(owner)) {
                List<BasicBlock> blocks = parts.parts().get(i);
                builder.withMethodBody(
                        partName(i),
                        PART_TYPE,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code -> emitPart(blocks, code));
            }
        }
    }

    // The calling method

    void emit(CodeBuilder code) {
        LocalVariables variables = LocalVariables.ofParameters(routine, MethodCode.MUTATOR + 1);
        int values = variables.end();
        int base = values + 1;
        int next = values + 2;
        var method =
                new MethodCode(
                        code,
                        constants,
                        callees,
                        callees.probesOf(routine),
                        plan,
                        variables,
                        base,
                        values + 3);
        method.begin(routine.blocks().getFirst());
        code.loadConstant(FIRST_SHARED + places.size()).newarray(TypeKind.LONG).astore(values);
        for (Register parameter : routine.parameters()) {
            code.aload(values).loadConstant(places.get(parameter));
            method.load(parameter);
            FieldCode.toBits(parameter.kind(), code);
            code.lastore();
        }
        code.iconst_0().istore(base).iconst_0().istore(next);
        method.enter(routine.blocks().getFirst());
        callParts(values, base, next, code);
        method.leave();
        routine.result().ifPresent(kind -> PartVariables.loadShared(kind, values, RESULT, code));
        code.return_(routine.result().map(Kind::typeKind).orElse(TypeKind.VOID));
    }

    private void callParts(int values, int base, int next, CodeBuilder code) {
        Label again = code.newLabel();
        Label done = code.newLabel();
        var calls = new ArrayList<Label>();
        parts.parts().forEach(_ -> calls.add(code.newLabel()));
        var cases = new ArrayList<SwitchCase>();
        List<Integer> partsOfEntries = parts.partsOfEntries();
        for (int entry = 0; entry < partsOfEntries.size(); entry++) {
            cases.add(SwitchCase.of(entry, calls.get(partsOfEntries.get(entry))));
        }
        code.labelBinding(again).iload(next);
        code.tableswitch(0, partsOfEntries.size() - 1, done, cases);
        for (int i = 0; i < calls.size(); i++) {
            code.labelBinding(calls.get(i))
                    .aload(MethodCode.MUTATOR)
                    .aload(values)
                    .iload(base)
                    .iload(next)
                    .invokestatic(owner(i), partName(i), PART_TYPE)
                    .istore(next)
                    .goto_(again);
        }
        code.labelBinding(done);
    }

    // Parts

    private void emitPart(List<BasicBlock> blocks, CodeBuilder code) {
        var variables = new PartVariables(blocks, places, VALUES, FIRST_FREE);
        var method =
                new MethodCode(
                        code,
                        constants,
                        callees,
                        callees.probesOf(routine),
                        plan,
                        variables,
                        BASE,
                        variables.end());
        var labels = new HashMap<BasicBlock, Label>();
        blocks.forEach(block -> labels.put(block, code.newLabel()));
        jumpToEntry(blocks, labels, code);
        var exits = new HashMap<Integer, Label>();
        var instructions = new BlockCode(method);
        var branches = new BranchCode(method);
        for (int i = 0; i < blocks.size(); i++) {
            BasicBlock block = blocks.get(i);
            code.labelBinding(labels.get(block));
            instructions.emit(block);
            Label next = i + 1 < blocks.size() ? labels.get(blocks.get(i + 1)) : null;
            end(block.terminator(), method, branches, next, to -> label(to, labels, exits, code));
            instructions.cover(block, labels::get);
        }
        exits.forEach((entry, label) -> code.labelBinding(label).loadConstant(entry).ireturn());
    }

    private void jumpToEntry(
            List<BasicBlock> blocks, Map<BasicBlock, Label> labels, CodeBuilder code) {
        var cases = new ArrayList<SwitchCase>();
        for (BasicBlock block : blocks) {
            parts.entry(block)
                    .ifPresent(entry -> cases.add(SwitchCase.of(entry, labels.get(block))));
        }
        if (cases.size() == 1) {
            code.goto_(cases.getFirst().target());
        } else if (!cases.isEmpty()) {
            code.iload(ENTRY);
            code.lookupswitch(cases.getFirst().target(), cases);
        }
    }

    private interface Targets {
        Label of(BasicBlock block);
    }

    /// Where to jump to: into a block of this part, or out of it to an entry of another.
    private Label label(
            BasicBlock to,
            Map<BasicBlock, Label> labels,
            Map<Integer, Label> exits,
            CodeBuilder code) {
        Label here = labels.get(to);
        return here != null
                ? here
                : exits.computeIfAbsent(parts.entry(to).orElseThrow(), _ -> code.newLabel());
    }

    private static void end(
            Terminator terminator,
            MethodCode method,
            BranchCode branches,
            Label next,
            Targets targets) {
        switch (terminator) {
            case Terminator.Jump(BasicBlock to) -> branches.jump(targets.of(to), next);
            case Terminator.BranchIf(Register condition, BasicBlock then, BasicBlock otherwise) ->
                    branches.branchIf(condition, targets.of(then), targets.of(otherwise), next);
            case Terminator.Branch branch ->
                    branches.branch(
                            branch,
                            targets.of(branch.then()),
                            targets.of(branch.otherwise()),
                            next);
            case Terminator.Return(var value) -> {
                CodeBuilder code = method.code();
                value.ifPresent(
                        register -> {
                            code.aload(VALUES).loadConstant(RESULT);
                            method.load(register);
                            FieldCode.toBits(register.kind(), code);
                            code.lastore();
                        });
                code.loadConstant(RETURNED).ireturn();
            }
        }
    }
}
