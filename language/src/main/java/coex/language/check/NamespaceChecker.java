package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.checked.Operation;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeRule;
import coex.language.type.Types;

import java.util.List;
import java.util.Optional;

/// Checks calls of what is built in under a name: `print(x)`, `String.from(x)`, `Result.ok(x)`.
final class NamespaceChecker {

    private final Body body;
    private final ArgumentMatcher arguments;

    NamespaceChecker(Body body, ArgumentMatcher arguments) {
        this.body = body;
        this.arguments = arguments;
    }

    // Functions

    /// A built-in function; empty if there is none of that name.
    Optional<CheckedExpr> function(Expr.Name name, Expr.Call call, Type expected) {
        body.meanings().builtInFunction(name);
        return switch (name.text()) {
            case "print" -> Optional.of(print(Operation.PRINT, only("print", call), call));
            case "debug" -> Optional.of(print(Operation.DEBUG, only("debug", call), call));
            case "str" -> Optional.of(text(only("str", call), call.span()));
            case "range" -> Optional.of(range(call));
            case "Array" -> Optional.of(filled(call, expected));
            case "Result" -> Optional.of(result(call, expected));
            case "gc_dump_object" -> Optional.of(dumpObject(call));
            default ->
                    BuiltIns.function(name.text(), call.arguments().size())
                            .map(
                                    builtIn ->
                                            operate(
                                                    (BuiltIns.BuiltIn.Operates) builtIn,
                                                    name.text(),
                                                    call));
        };
    }

    private CheckedExpr only(String callee, Expr.Call call) {
        if (call.arguments().size() != 1) {
            body.problems()
                    .add(
                            new TypeProblem.ArgumentCount(
                                    call.span(), callee, 1, call.arguments().size()));
            return Body.unknown(call.span());
        }
        return body.expressions().value(call.arguments().getFirst().value());
    }

    /// `print(x)` or `debug(x)`; nothing at all if it is switched off.
    CheckedExpr print(Operation operation, CheckedExpr value, Expr.Call call) {
        body.kinds().checkPure(operation, call.span());
        Type type = body.resolved(value);
        if (!hasText(type)) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    value.span(),
                                    TypeRule.NO_TEXT,
                                    "A value of type `%s` has no text.".formatted(type.spelling()),
                                    Optional.empty()));
        }
        boolean isOn =
                operation == Operation.PRINT
                        ? body.program().prints(body.context().module())
                        : body.program().debugs(body.context().module());
        return isOn
                ? new CheckedExpr.Operate(operation, List.of(value), Basic.NOTHING, call.span())
                : new CheckedExpr.Zero(Basic.NOTHING, call.span());
    }

    /// Whether values of the type can be printed.
    private static boolean hasText(Type type) {
        Type known = Types.resolved(type);
        return !(known instanceof Type.Function
                || known instanceof Type.Matrix
                || known instanceof Type.Channel
                || known == Basic.RANGE);
    }

    private CheckedExpr text(CheckedExpr value, Span span) {
        Type type = body.resolved(value);
        if (type == Basic.STRING || Types.isUnknown(type)) {
            return value;
        }
        if (!hasText(type)) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    value.span(),
                                    TypeRule.NO_TEXT,
                                    "A value of type `%s` has no text.".formatted(type.spelling()),
                                    Optional.empty()));
        }
        return new CheckedExpr.Convert(Conversion.TO_STRING, value, Basic.STRING, span);
    }

    /// `gc_dump_object(x)`, of a value in the heap or of a handle.
    private CheckedExpr dumpObject(Expr.Call call) {
        body.kinds().checkPure(Operation.GC_DUMP_OBJECT, call.span());
        CheckedExpr value = only("gc_dump_object", call);
        Type type = body.resolved(value);
        if (isNoObject(type)) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    value.span(),
                                    TypeRule.NO_OBJECT,
                                    "A value of type `%s` is not in the heap."
                                            .formatted(type.spelling()),
                                    Optional.of(
                                            "give a string, a collection or a value of a type of"
                                                    + " your own, or the handle of one, which other"
                                                    + " dumps show.")));
        }
        return new CheckedExpr.Operate(
                Operation.GC_DUMP_OBJECT, List.of(value), Basic.NOTHING, call.span());
    }

    private static boolean isNoObject(Type type) {
        return switch (Types.resolved(type)) {
            case Basic.FLOAT,
                    Basic.BOOL,
                    Basic.BYTE,
                    Basic.CHAR,
                    Basic.POSIX,
                    Basic.NIL,
                    Basic.NOTHING,
                    Basic.RANGE ->
                    true;
            default -> false;
        };
    }

    private CheckedExpr range(Expr.Call call) {
        if (call.arguments().isEmpty() || call.arguments().size() > 3) {
            body.problems()
                    .add(
                            new TypeProblem.ArgumentCount(
                                    call.span(),
                                    "range",
                                    "one to three arguments",
                                    call.arguments().size(),
                                    Optional.empty(),
                                    Optional.of(
                                            "`range(n)`, `range(a, b)` or `range(a, b, step)`.")));
        }
        call.arguments().forEach(argument -> body.expressions().value(argument.value(), Basic.INT));
        return new CheckedExpr.Zero(Basic.RANGE, call.span());
    }

    private CheckedExpr filled(Expr.Call call, Type expected) {
        Type element =
                Types.resolved(expected) instanceof Type.ArrayOf(Type wanted)
                        ? wanted
                        : new Type.Open();
        List<CheckedExpr> values = arguments.values("Array", List.of(Basic.INT, element), call);
        return new CheckedExpr.Operate(
                Operation.ARRAY_FILLED,
                values,
                new Type.ArrayOf(Types.settled(element)),
                call.span());
    }

    /// `Result(value: v)` or `Result(error: e)`
    private CheckedExpr result(Expr.Call call, Type expected) {
        List<Optional<Expr>> matched = arguments.match("Result", List.of("value", "error"), call);
        boolean isOk = matched.getFirst().isPresent();
        if (isOk == matched.getLast().isPresent()) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    call.span(),
                                    TypeRule.RESULT_OF_BOTH,
                                    "A Result has either a value or an error.",
                                    Optional.of("write `Result.ok(v)` or `Result.err(e)`.")));
            return Body.unknown(call.span());
        }
        return result(isOk, matched, call, expected);
    }

    private CheckedExpr result(
            boolean isOk, List<Optional<Expr>> matched, Expr.Call call, Type expected) {
        Type.Result type =
                Types.resolved(Conversions.withoutOptional(expected)) instanceof Type.Result known
                        ? known
                        : new Type.Result(new Type.Open(), new Type.Open());
        Type content = isOk ? type.value() : type.error();
        CheckedExpr value =
                arguments.value(isOk ? matched.getFirst() : matched.getLast(), content, call);
        return new CheckedExpr.Operate(
                isOk ? Operation.RESULT_OK : Operation.RESULT_ERR,
                List.of(value),
                type,
                call.span());
    }

    // Namespaces

    /// A call on a built-in namespace; empty if the name is none.
    Optional<CheckedExpr> call(Expr.Name name, Expr.Member member, Expr.Call call, Type expected) {
        String method = member.name().text();
        body.meanings().inNamespace(name, member.name());
        return switch (name.text()) {
            case "String" -> Optional.of(onString(member.name(), call));
            case "Result" -> Optional.of(onResult(member.name(), call, expected));
            case "posix" -> Optional.of(onPosix(member.name(), call));
            case "Map", "Set" ->
                    Optional.of(
                            method.equals("new")
                                    ? empty(name, call, expected)
                                    : undefined(member.name(), name.text(), List.of("new")));
            case "Channel" -> Optional.of(onChannel(name, member.name(), call, expected));
            case "atomic_ref" -> Optional.of(onAtomicRef(name, member.name(), call, expected));
            case "time" -> Optional.of(undefined(member.name(), "time", List.of()));
            default -> Optional.empty();
        };
    }

    private CheckedExpr onString(Identifier method, Expr.Call call) {
        return switch (method.text()) {
            case "from" -> text(only("from", call), call.span());
            case "from_hex" ->
                    operate(
                            Operation.STRING_FROM_HEX,
                            List.of(Basic.INT),
                            Basic.STRING,
                            method,
                            call);
            case "from_bytes" ->
                    operate(
                            Operation.STRING_FROM_BYTES,
                            List.of(new Type.ListOf(Basic.BYTE)),
                            Basic.STRING,
                            method,
                            call);
            default -> undefined(method, "String", List.of("from", "from_hex", "from_bytes"));
        };
    }

    private CheckedExpr onResult(Identifier method, Expr.Call call, Type expected) {
        boolean isOk = method.text().equals("ok");
        if (!isOk && !method.text().equals("err")) {
            return undefined(method, "Result", List.of("ok", "err"));
        }
        if (call.arguments().size() != 1) {
            return only(method.text(), call);
        }
        Optional<Expr> value = Optional.of(call.arguments().getFirst().value());
        return result(isOk, List.of(value, value), call, expected);
    }

    private CheckedExpr onPosix(Identifier method, Expr.Call call) {
        return BuiltInMethods.ofPosixNamespace(method.text())
                .map(builtIn -> operate((BuiltIns.BuiltIn.Operates) builtIn, method.text(), call))
                .orElseGet(() -> undefined(method, "posix", BuiltInMethods.POSIX_NAMESPACE));
    }

    /// `Map.new()` or `Set.new()`
    private CheckedExpr empty(Expr.Name name, Expr.Call call, Type expected) {
        arguments.values("new", List.of(), call);
        boolean isMap = name.text().equals("Map");
        int wanted = isMap ? 2 : 1;
        List<Type> given =
                name.typeArguments().stream().map(body.context().types()::resolve).toList();
        List<Type> types = given.size() == wanted ? given : opens(wanted);
        Type type =
                isMap
                        ? new Type.MapOf(types.getFirst(), types.getLast())
                        : new Type.SetOf(types.getFirst());
        Conversions.unify(type, Conversions.withoutOptional(expected));
        return isMap
                ? new CheckedExpr.Entries(type, List.of(), List.of(), call.span())
                : new CheckedExpr.Elements(type, List.of(), call.span());
    }

    private static List<Type> opens(int count) {
        return count == 1 ? List.of(new Type.Open()) : List.of(new Type.Open(), new Type.Open());
    }

    private CheckedExpr onChannel(
            Expr.Name name, Identifier method, Expr.Call call, Type expected) {
        if (!method.text().equals("new")) {
            return undefined(method, "Channel", List.of("new"));
        }
        body.kinds().checkPure(Operation.CHANNEL_NEW, call.span());
        List<Optional<Expr>> matched = arguments.match("new", List.of("buffer"), call);
        CheckedExpr buffer = arguments.value(matched.getFirst(), Basic.INT, call);
        Type type = new Type.Channel(argumentOf(name));
        Conversions.unify(type, Conversions.withoutOptional(expected));
        return new CheckedExpr.Operate(Operation.CHANNEL_NEW, List.of(buffer), type, call.span());
    }

    private CheckedExpr onAtomicRef(
            Expr.Name name, Identifier method, Expr.Call call, Type expected) {
        if (!method.text().equals("new")) {
            return undefined(method, "atomic_ref", List.of("new"));
        }
        body.kinds().checkPure(Operation.ATOMIC_NEW, call.span());
        Type content = argumentOf(name);
        Type type = new Type.AtomicRef(content);
        Conversions.unify(type, Conversions.withoutOptional(expected));
        CheckedExpr value = only("new", call);
        Conversions.unify(content, Conversions.withoutOptional(value.type()));
        CheckedExpr held = body.conversions().convert(value, Types.optional(content));
        return Conversions.newCell(held, Types.resolved(type));
    }

    /// The one type argument of a name, or an open type.
    private Type argumentOf(Expr.Name name) {
        if (name.typeArguments().size() > 1) {
            body.problems()
                    .add(
                            new TypeProblem.TypeArgumentCount(
                                    name.span(), name.text(), 1, name.typeArguments().size()));
        }
        return name.typeArguments().isEmpty()
                ? new Type.Open()
                : body.context().types().resolve(name.typeArguments().getFirst());
    }

    // Helpers

    private CheckedExpr operate(BuiltIns.BuiltIn.Operates builtIn, String callee, Expr.Call call) {
        body.kinds().checkPure(builtIn.operation(), call.span());
        List<CheckedExpr> values = arguments.values(callee, builtIn.parameters(), call);
        return new CheckedExpr.Operate(builtIn.operation(), values, builtIn.result(), call.span());
    }

    private CheckedExpr operate(
            Operation operation,
            List<Type> parameters,
            Type result,
            Identifier name,
            Expr.Call call) {
        return operate(
                new BuiltIns.BuiltIn.Operates(operation, parameters, result), name.text(), call);
    }

    private CheckedExpr undefined(Identifier name, String type, List<String> candidates) {
        body.problems()
                .add(
                        new TypeProblem.UndefinedMethod(
                                name.span(),
                                name.text(),
                                type,
                                Similar.hint(name.text(), candidates)));
        return Body.unknown(name.span());
    }
}
