package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.IrFunction;
import coex.language.checked.IrFunction.IrType;
import coex.language.problem.Problem;
import coex.language.problem.Report;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/// Checks `llvm_ir`: binds variables to registers and reads the instructions.
final class IrChecker {

    /// Inline instructions that cannot be compiled here.
    record IrProblem(Span place, String why, Optional<String> hint) implements Problem {
        @Override
        public Report report() {
            Report report = Report.of("F001", "inline IR", place, why);
            return hint.map(report::hinting).orElse(report);
        }
    }

    private final Body body;

    IrChecker(Body body) {
        this.body = body;
    }

    CheckedExpr check(Expr.LlvmIr ir) {
        var registers = new ArrayList<IrFunction.Register>();
        var arguments = new ArrayList<CheckedExpr>();
        boolean isRight = true;
        for (Expr.IrBinding binding : ir.bindings()) {
            Optional<CheckedExpr> argument = argument(binding);
            isRight &= argument.isPresent();
            argument.ifPresent(
                    value -> {
                        arguments.add(value);
                        registers.add(
                                new IrFunction.Register(
                                        binding.register().text(), typeFor(binding, value)));
                    });
        }
        Optional<IrType> result = ir.result().flatMap(wanted -> irType(wanted.type()));
        if (!isRight || ir.result().isPresent() && result.isEmpty() && !isVoid(ir)) {
            return Body.unknown(ir.span());
        }
        try {
            IrFunction function = new IrReader(ir.text(), registers, result).read();
            return new CheckedExpr.Ir(function, arguments, coexType(result), ir.span());
        } catch (IrReader.Unsupported unsupported) {
            body.problems().add(unsupported.problem());
            return Body.unknown(ir.span());
        }
    }

    private static boolean isVoid(Expr.LlvmIr ir) {
        return ir.result().isPresent() && ir.result().get().type().text().equals("void");
    }

    private Optional<CheckedExpr> argument(Expr.IrBinding binding) {
        Identifier name = binding.variable();
        Optional<Variable> variable = body.find(name.text());
        if (variable.isEmpty()) {
            body.problems()
                    .add(
                            new IrProblem(
                                    name.span(),
                                    "Unknown variable '%s' in the bindings of llvm_ir."
                                            .formatted(name.text()),
                                    body.expressions().hintFor(name.text())));
            return Optional.empty();
        }
        CheckedExpr value = body.expressions().read(variable.get(), name.text(), name.span());
        Type type = body.resolved(value);
        if (!Types.isNumeric(type)) {
            body.problems()
                    .add(
                            new IrProblem(
                                    name.span(),
                                    "Only numbers and bools can be bound to registers; '%s' is a `%s`."
                                            .formatted(name.text(), type.spelling()),
                                    Optional.empty()));
            return Optional.empty();
        }
        return Optional.of(value);
    }

    private IrType typeFor(Expr.IrBinding binding, CheckedExpr value) {
        return binding.type()
                .flatMap(this::irType)
                .orElse(
                        switch ((Basic) body.resolved(value)) {
                            case FLOAT -> IrType.DOUBLE;
                            case BOOL -> IrType.I1;
                            case BYTE -> IrType.I8;
                            case CHAR -> IrType.I32;
                            default -> IrType.I64;
                        });
    }

    private Optional<IrType> irType(Identifier name) {
        for (IrType type : IrType.values()) {
            if (type.name().toLowerCase(Locale.ROOT).equals(name.text())) {
                return Optional.of(type);
            }
        }
        if (!name.text().equals("void")) {
            body.problems()
                    .add(
                            new IrProblem(
                                    name.span(),
                                    "`%s` is no type of inline IR.".formatted(name.text()),
                                    Optional.of(
                                            "use i1, i8, i16, i32, i64, double, ptr or void.")));
        }
        return Optional.empty();
    }

    private static Type coexType(Optional<IrType> result) {
        return result.<Type>map(
                        type ->
                                switch (type) {
                                    case I1 -> Basic.BOOL;
                                    case DOUBLE -> Basic.FLOAT;
                                    case I8, I16, I32, I64, PTR -> Basic.INT;
                                })
                .orElse(Basic.NOTHING);
    }
}
