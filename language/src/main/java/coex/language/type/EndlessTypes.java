package coex.language.type;

import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.TypeExpr;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Finds declared types that hold ever larger instances of themselves, as
/// `type A<T>: next: A<[T]>?` does. No compiler could list the types that a program with one of
/// them needs.
///
/// Each type argument in a field is a step from the parameters it mentions to the parameter it is
/// given for. The step grows if the argument is more than the parameter alone. A type is endless
/// exactly if steps lead back to where they began and one of them grows. Functions hold no values
/// of the types they mention, and an optional of an optional is the optional, so neither makes a
/// step grow.
final class EndlessTypes {

    private record Step(
            Type.Parameter from, Type.Parameter to, boolean grows, TypeSymbol in, Span field) {}

    private final List<Step> steps = new ArrayList<>();

    private EndlessTypes() {}

    static void report(Collection<ModuleSymbol> modules, Problems problems) {
        var types = new EndlessTypes();
        modules.forEach(module -> module.types().values().forEach(types::addSteps));
        types.reportCircles(problems);
    }

    private void addSteps(TypeSymbol type) {
        Decl.Type declaration = type.declaration();
        addSteps(type, type.fields(), declaration.fields());
        for (TypeSymbol.Variant variant : type.variants()) {
            Decl.Case written = declaration.cases().get(variant.index());
            addSteps(type, variant.fields(), written.fields());
        }
    }

    private void addSteps(
            TypeSymbol type, List<TypeSymbol.Field> fields, List<Decl.Field> written) {
        for (int i = 0; i < fields.size(); i++) {
            addSteps(type, fields.get(i).type(), written.get(i).type());
        }
    }

    private void addSteps(TypeSymbol in, Type part, TypeExpr field) {
        if (part instanceof Type.Function) {
            return;
        }
        if (part instanceof Type.User user) {
            for (int i = 0; i < user.arguments().size(); i++) {
                Type argument = user.arguments().get(i);
                for (Type.Parameter mentioned : parametersIn(argument)) {
                    boolean grows = !mentioned.equals(withoutOptional(argument));
                    Type.Parameter given = user.symbol().parameters().get(i);
                    steps.add(new Step(mentioned, given, grows, in, field.span()));
                }
            }
        }
        Types.parts(part).forEach(inner -> addSteps(in, inner, field));
    }

    private static Type withoutOptional(Type type) {
        return type instanceof Type.Optionally(Type value) ? value : type;
    }

    private static List<Type.Parameter> parametersIn(Type type) {
        if (type instanceof Type.Parameter parameter) {
            return List.of(parameter);
        }
        return Types.parts(type).stream().flatMap(part -> parametersIn(part).stream()).toList();
    }

    private void reportCircles(Problems problems) {
        var reported = new HashSet<Span>();
        for (Step step : steps) {
            if (step.grows() && leads(step.to(), step.from()) && reported.add(step.field())) {
                problems.add(
                        new TypeProblem.NotAllowed(
                                step.field(),
                                TypeRule.ENDLESS_TYPE,
                                "'%s' holds ever larger instances of itself, which never end."
                                        .formatted(step.in().name()),
                                Optional.of(
                                        "give the type the parameters that '%s' itself has."
                                                .formatted(step.in().name()))));
            }
        }
    }

    private boolean leads(Type.Parameter from, Type.Parameter to) {
        var seen = new HashSet<Type.Parameter>();
        var waiting = new ArrayDeque<Type.Parameter>(List.of(from));
        while (!waiting.isEmpty()) {
            Type.Parameter next = waiting.remove();
            if (next.equals(to)) {
                return true;
            }
            if (seen.add(next)) {
                steps.stream()
                        .filter(step -> step.from().equals(next))
                        .forEach(step -> waiting.add(step.to()));
            }
        }
        return false;
    }
}
