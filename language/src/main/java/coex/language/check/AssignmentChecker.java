package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.AssignOperator;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.Stmt;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks what gives variables values.
///
/// What other assignments than bindings go to is found by [PlaceChecker].
final class AssignmentChecker {

    private final Body body;
    private final PlaceChecker places;

    AssignmentChecker(Body body) {
        this.body = body;
        this.places = new PlaceChecker(body, this);
    }

    // Bindings

    List<CheckedStmt> binding(Stmt.Binding binding) {
        Identifier name = binding.name();
        Optional<Type> declared = binding.type().map(body.context().types()::resolve);
        Optional<Variable> visible = body.scope().find(name.text());
        boolean rebinds =
                !binding.isConst()
                        && visible.isPresent()
                        && declared.map(type -> isSame(type, visible.get())).orElse(true);
        if (!binding.isConst()) {
            refuseInFormula(name);
        }
        CheckedExpr value =
                value(
                        binding,
                        rebinds
                                ? visible.get().local().type()
                                : declared.orElse(ExpressionChecker.ANY));
        List<CheckedStmt> statements =
                rebinds
                        ? List.of(rebind(visible.get(), name, value, binding.span()))
                        : List.of(declare(binding, declared, value));
        if (binding.moves() && binding.value() instanceof Expr.Name source) {
            move(source, name);
        }
        return statements;
    }

    private static boolean isSame(Type declared, Variable visible) {
        return Conversions.unify(declared, visible.local().type());
    }

    private CheckedExpr value(Stmt.Binding binding, Type wish) {
        return body.expressions().value(body.expressions().check(binding.value(), wish));
    }

    private CheckedStmt declare(Stmt.Binding binding, Optional<Type> declared, CheckedExpr value) {
        Type type = declared.orElseGet(() -> typeOfNew(value));
        Optional<TypeProblem.Reason> reason =
                binding.type()
                        .map(
                                written ->
                                        new TypeProblem.Reason(
                                                "'%s'".formatted(binding.name().text()),
                                                Optional.of(written.span())));
        CheckedExpr converted = body.conversions().convert(value, type, reason);
        if (converted != value
                && converted instanceof CheckedExpr.Operate(Operation operation, _, _, Span at)) {
            body.kinds().checkPure(operation, at);
        }
        Local local = body.declare(binding.name(), type, binding.isConst());
        return new CheckedStmt.Store(local, converted, binding.span());
    }

    /// The type of a variable that is declared by its value.
    private static Type typeOfNew(CheckedExpr value) {
        return Types.resolved(value.type()) == Basic.NIL
                ? new Type.Optionally(new Type.Open())
                : value.type();
    }

    CheckedStmt rebind(Variable variable, Identifier name, CheckedExpr value, Span span) {
        body.meanings().variable(variable, name.text(), name.span());
        refuseConst(variable, name.text(), name.span());
        variable.assigned();
        Type type = Types.resolved(variable.local().type());
        Optional<CheckedStmt> stored = storeInCell(variable, type, value, span);
        if (stored.isPresent()) {
            return stored.get();
        }
        CheckedExpr converted =
                body.conversions()
                        .convert(
                                value,
                                variable.local().type(),
                                Optional.of(
                                        new TypeProblem.Reason(
                                                "'%s'".formatted(name.text()),
                                                Optional.of(variable.declaredAt()))));
        return new CheckedStmt.Store(variable.local(), converted, span);
    }

    /// A plain value assigned to an atomic variable is stored in its cell.
    private Optional<CheckedStmt> storeInCell(
            Variable variable, Type type, CheckedExpr value, Span span) {
        boolean isPlain = !Types.resolved(value.type()).equals(type);
        Optional<BuiltIns.BuiltIn> store = BuiltInMethods.method(type, "store", Optional.empty());
        if (!isPlain
                || !(store.orElse(null)
                        instanceof
                        BuiltIns.BuiltIn.Operates(Operation operation, List<Type> content, _))
                || operation != Operation.ATOMIC_STORE) {
            return Optional.empty();
        }
        body.kinds().checkPure(operation, span);
        var arguments =
                List.of(
                        new CheckedExpr.Read(variable.local(), span),
                        body.conversions().convert(value, content.getFirst()));
        return Optional.of(
                new CheckedStmt.Evaluate(
                        new CheckedExpr.Operate(operation, arguments, Basic.NOTHING, span), span));
    }

    /// After `b := a` the variable `a` has no value; `n := n` changes nothing.
    private void move(Expr.Name source, Identifier target) {
        if (!source.text().equals(target.text())) {
            body.scope().find(source.text()).ifPresent(variable -> variable.move(source.span()));
        }
    }

    /// The variable that `name = ...` gives a value of this type: a visible one, or a new one.
    Local target(Identifier name, Type type) {
        refuseInFormula(name);
        Optional<Variable> visible = body.scope().find(name.text());
        if (visible.isEmpty()) {
            return body.declare(name, type, false);
        }
        body.meanings().variable(visible.get(), name.text(), name.span());
        refuseConst(visible.get(), name.text(), name.span());
        visible.get().assigned();
        if (!Conversions.unify(visible.get().local().type(), type)) {
            body.problems()
                    .add(
                            new TypeProblem.Mismatch(
                                    name.span(),
                                    type,
                                    visible.get().local().type(),
                                    Optional.empty()));
        }
        return visible.get().local();
    }

    void refuseInFormula(Identifier name) {
        if (body.context().bindsConstOnly()) {
            body.problems()
                    .add(
                            new KindProblem.NeedsConst(
                                    name.span(), body.context().shown(), name.text()));
        }
    }

    private void refuseConst(Variable variable, String name, Span place) {
        if (variable.isConst()) {
            body.problems()
                    .add(new BindingProblem.ConstReassigned(place, name, variable.declaredAt()));
        }
    }

    // Tuples

    List<CheckedStmt> destructure(Stmt.Destructure destructure) {
        SecondNames.refuse(destructure.names(), body.problems());
        CheckedExpr value =
                body.conversions().present(body.expressions().value(destructure.value()));
        List<Type> types =
                body.loops().partTypes(value, destructure.names().size(), destructure.span());
        Local whole = body.temporary(value.type(), value.span());
        var statements = new ArrayList<CheckedStmt>();
        statements.add(new CheckedStmt.Store(whole, value, destructure.span()));
        for (int i = 0; i < types.size(); i++) {
            Identifier name = destructure.names().get(i);
            var part =
                    new CheckedExpr.TupleRead(
                            new CheckedExpr.Read(whole, name.span()), i, types.get(i), name.span());
            statements.add(storePart(name, part));
        }
        return statements;
    }

    private CheckedStmt storePart(Identifier name, CheckedExpr part) {
        Optional<Variable> visible = body.scope().find(name.text());
        if (visible.isPresent()) {
            return rebind(visible.get(), name, part, name.span());
        }
        return new CheckedStmt.Store(body.declareBound(name, part.type()), part, name.span());
    }

    // Other assignments

    List<CheckedStmt> assign(Stmt.Assign assign) {
        var statements = new ArrayList<CheckedStmt>();
        Optional<Place> place = places.of(assign.target(), statements);
        if (place.isEmpty()) {
            body.expressions().check(assign.value(), ExpressionChecker.ANY);
            return List.of();
        }
        CheckedExpr value = newValue(assign, place.get());
        statements.add(place.get().store().apply(value));
        return statements;
    }

    private CheckedExpr newValue(Stmt.Assign assign, Place place) {
        AssignOperator operator = assign.operator();
        CheckedExpr right =
                body.expressions()
                        .value(
                                body.expressions()
                                        .check(
                                                assign.value(),
                                                operator.operator().isPresent()
                                                        ? ExpressionChecker.ANY
                                                        : place.type()));
        Optional<BinaryOperator> compound = operator.operator();
        CheckedExpr value =
                compound.map(
                                binary ->
                                        body.operators()
                                                .arithmetic(
                                                        binary, place.read(), right, assign.span()))
                        .orElse(right);
        return body.conversions().convert(value, place.type(), place.reason());
    }
}
