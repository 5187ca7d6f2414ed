package coex.language.format;

import static coex.language.syntax.Precedence.ADD;
import static coex.language.syntax.Precedence.AND;
import static coex.language.syntax.Precedence.COALESCE;
import static coex.language.syntax.Precedence.COMPARE;
import static coex.language.syntax.Precedence.CONDITIONAL;
import static coex.language.syntax.Precedence.MULTIPLY;
import static coex.language.syntax.Precedence.NOT;
import static coex.language.syntax.Precedence.OR;
import static coex.language.syntax.Precedence.POSTFIX;
import static coex.language.syntax.Precedence.RANGE;
import static coex.language.syntax.Precedence.UNARY;

import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Bind;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.Parameter;
import coex.language.syntax.Pattern;
import coex.language.syntax.TypeExpr;
import coex.language.syntax.UnaryOperator;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Prints expressions, types and patterns on one line. Brackets are those that precedence needs and
/// those that somebody has put around an operation within another, to make it clear. Literals stay
/// as they are written.
final class ExpressionPrinter {

    private ExpressionPrinter() {}

    static String print(Expr expr) {
        return print(expr, CONDITIONAL);
    }

    /// An expression where only operators of a level and above can stand without brackets.
    private static String print(Expr expr, int level) {
        String text = bare(expr);
        return levelOf(expr) < level ? "(" + text + ")" : text;
    }

    /// A part of another expression. The brackets around it are kept if it is an operation itself.
    private static String part(Expr whole, Expr part, int level) {
        return keepsBrackets(whole, part) ? "(" + bare(part) + ")" : print(part, level);
    }

    private static boolean keepsBrackets(Expr whole, Expr part) {
        boolean isOperation = levelOf(part) < POSTFIX || part instanceof Expr.As;
        return isOperation && isBracketed(whole, part);
    }

    /// Whether a part is written in brackets: within the whole, one stands directly before it or,
    /// since a whole begins with its first part and not with the bracket before that, directly
    /// after it.
    private static boolean isBracketed(Expr whole, Expr part) {
        String text = whole.span().file().text();
        int before = part.span().start() - 1;
        while (before > whole.span().start() && Character.isWhitespace(text.charAt(before))) {
            before--;
        }
        int after = part.span().end();
        while (after < whole.span().end() && Character.isWhitespace(text.charAt(after))) {
            after++;
        }
        return before >= whole.span().start() && text.charAt(before) == '('
                || after < whole.span().end() && text.charAt(after) == ')';
    }

    private static int levelOf(Expr expr) {
        return switch (expr) {
            case Expr.Conditional _, Expr.Lambda _ -> CONDITIONAL;
            case Expr.Binary binary -> levelOf(binary.operator());
            case Expr.Range _ -> RANGE;
            case Expr.Unary unary -> unary.operator() == UnaryOperator.NOT ? NOT : UNARY;
            default -> POSTFIX;
        };
    }

    private static int levelOf(BinaryOperator operator) {
        return switch (operator) {
            case OR -> OR;
            case AND -> AND;
            case COALESCE -> COALESCE;
            case EQUAL, NOT_EQUAL, LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> COMPARE;
            case ADD, SUBTRACT -> ADD;
            case MULTIPLY, DIVIDE, REMAINDER -> MULTIPLY;
        };
    }

    private static String bare(Expr expr) {
        return switch (expr) {
            case Expr.IntLiteral literal -> literal.span().text();
            case Expr.FloatLiteral literal -> literal.span().text();
            case Expr.StringLiteral literal -> literal.span().text();
            case Expr.BoolLiteral literal -> literal.span().text();
            case Expr.NilLiteral _ -> "nil";
            case Expr.Name(String text, List<TypeExpr> arguments, _) ->
                    text + typeArguments(arguments);
            case Expr.Self _ -> "self";
            case Expr.Cell _ -> "cell";
            case Expr.Unary unary -> unary(unary);
            case Expr.Binary(BinaryOperator operator, Expr left, Expr right, _) -> {
                int level = levelOf(operator);
                boolean chains = level != COMPARE;
                yield "%s %s %s"
                        .formatted(
                                part(expr, left, chains ? level : level + 1),
                                operator.text(),
                                part(expr, right, level + 1));
            }
            case Expr.Conditional conditional -> conditional(conditional);
            case Expr.Range(Expr from, Expr to, _) ->
                    part(expr, from, RANGE + 1) + ".." + part(expr, to, RANGE + 1);
            case Expr.Member(Expr receiver, Identifier name, _) ->
                    print(receiver, POSTFIX) + "." + name;
            case Expr.TupleElement(Expr receiver, int index, _) ->
                    print(receiver, POSTFIX) + "." + index;
            case Expr.Call(Expr callee, List<Expr.Argument> arguments, _) ->
                    print(callee, POSTFIX)
                            + "("
                            + listed(arguments, ExpressionPrinter::argument)
                            + ")";
            case Expr.Index(Expr receiver, List<Expr> indexes, _) ->
                    print(receiver, POSTFIX)
                            + "["
                            + listed(indexes, ExpressionPrinter::print)
                            + "]";
            case Expr.Slice(Expr receiver, Optional<Expr> from, Optional<Expr> to, _) ->
                    "%s[%s:%s]"
                            .formatted(
                                    print(receiver, POSTFIX),
                                    from.map(ExpressionPrinter::print).orElse(""),
                                    to.map(ExpressionPrinter::print).orElse(""));
            case Expr.As(Expr value, TypeExpr type, _) ->
                    print(value, POSTFIX) + " as " + print(type);
            case Expr.ListLiteral(List<Expr> elements, _) ->
                    "[" + listed(elements, ExpressionPrinter::print) + "]";
            case Expr.SetLiteral(List<Expr> elements, _) ->
                    "{" + listed(elements, ExpressionPrinter::print) + "}";
            case Expr.MapLiteral(List<Expr.Entry> entries, _) ->
                    "{"
                            + listed(
                                    entries,
                                    entry -> key(entry.key()) + ": " + print(entry.value()))
                            + "}";
            case Expr.JsonLiteral(List<Expr.Field> fields, _) ->
                    "{" + listed(fields, field -> field.name() + ": " + print(field.value())) + "}";
            case Expr.EmptyBraces _ -> "{}";
            case Expr.TupleLiteral(List<Expr.Argument> elements, _) ->
                    "(" + listed(elements, ExpressionPrinter::argument) + ")";
            case Expr.ListComprehension(Expr element, List<Expr.Clause> clauses, _) ->
                    "[" + print(element) + clauses(clauses) + "]";
            case Expr.SetComprehension(Expr element, List<Expr.Clause> clauses, _) ->
                    "{" + print(element) + clauses(clauses) + "}";
            case Expr.MapComprehension(Expr key, Expr value, List<Expr.Clause> clauses, _) ->
                    "{" + print(key) + ": " + print(value) + clauses(clauses) + "}";
            case Expr.Lambda lambda ->
                    "%s(%s) => %s"
                            .formatted(
                                    lambda.kind().word(),
                                    listed(lambda.parameters(), ExpressionPrinter::print),
                                    print(lambda.body()));
            case Expr.LlvmIr ir -> ir(ir);
            case Expr.Missing(Span span) ->
                    throw new IllegalArgumentException("a tree with mistakes: " + span);
        };
    }

    private static <T> String listed(List<T> items, Function<T, String> print) {
        return items.stream().map(print).collect(Collectors.joining(", "));
    }

    private static String unary(Expr.Unary unary) {
        int level = unary.operator() == UnaryOperator.NOT ? NOT : UNARY;
        String operand = part(unary, unary.operand(), level);
        return unary.operator() == UnaryOperator.NEGATE
                ? "-" + operand
                : unary.operator().text() + " " + operand;
    }

    /// In the middle anything can stand; a condition is no conditional itself. A type's question
    /// mark would swallow the conditional's, so such a condition is put in brackets.
    private static String conditional(Expr.Conditional conditional) {
        String condition = part(conditional, conditional.condition(), OR);
        boolean endsWithType =
                endsWithType(conditional.condition())
                        && !keepsBrackets(conditional, conditional.condition());
        return "%s ? %s %s %s"
                .formatted(
                        endsWithType ? "(" + condition + ")" : condition,
                        part(conditional, conditional.then(), CONDITIONAL),
                        conditional.exits() ? "!" : ":",
                        part(conditional, conditional.otherwise(), CONDITIONAL));
    }

    private static boolean endsWithType(Expr expr) {
        return switch (expr) {
            case Expr.As _ -> true;
            case Expr.Binary binary -> endsWithType(binary.right());
            case Expr.Range range -> endsWithType(range.to());
            case Expr.Unary unary -> endsWithType(unary.operand());
            default -> false;
        };
    }

    private static String argument(Expr.Argument argument) {
        return argument.name().map(name -> name + ": ").orElse("") + print(argument.value());
    }

    /// A bare name would be a key of json.
    private static String key(Expr key) {
        boolean looksLikeJson = key instanceof Expr.Name name && name.typeArguments().isEmpty();
        return looksLikeJson ? "(" + print(key) + ")" : print(key);
    }

    private static String clauses(List<Expr.Clause> clauses) {
        return clauses.stream()
                .map(
                        clause ->
                                " for %s in %s%s"
                                        .formatted(
                                                print(clause.bind()),
                                                print(clause.iterable()),
                                                clause.filter()
                                                        .map(filter -> " if " + print(filter))
                                                        .orElse("")))
                .collect(Collectors.joining());
    }

    private static String ir(Expr.LlvmIr ir) {
        var text = new StringBuilder("llvm_ir");
        if (!ir.bindings().isEmpty()) {
            text.append('(');
            text.append(
                    listed(
                            ir.bindings(),
                            binding ->
                                    "%s -> %%%s%s"
                                            .formatted(
                                                    binding.variable(),
                                                    binding.register(),
                                                    binding.type()
                                                            .map(type -> ": " + type)
                                                            .orElse(""))));
            text.append(')');
        }
        ir.result()
                .ifPresent(
                        result ->
                                text.append(" -> %")
                                        .append(result.register())
                                        .append(": ")
                                        .append(result.type()));
        return text.append(' ').append(ir.text().span().text()).toString();
    }

    // Types, parameters, patterns

    static String print(TypeExpr type) {
        return switch (type) {
            case TypeExpr.Named(Identifier name, List<TypeExpr> arguments, _) ->
                    name + typeArguments(arguments);
            case TypeExpr.ListOf(TypeExpr element, _) -> "[" + print(element) + "]";
            case TypeExpr.Tuple(List<TypeExpr.Element> elements, _) ->
                    "("
                            + listed(
                                    elements,
                                    element ->
                                            element.name().map(name -> name + ": ").orElse("")
                                                    + print(element.type()))
                            + ")";
            case TypeExpr.Function function ->
                    "%s(%s)%s"
                            .formatted(
                                    function.kind().word(),
                                    listed(function.parameters(), ExpressionPrinter::print),
                                    result(function.result()));
            case TypeExpr.Optionally(TypeExpr value, _) -> print(value) + "?";
            case TypeExpr.Missing(Span span) ->
                    throw new IllegalArgumentException("a tree with mistakes: " + span);
        };
    }

    static String result(Optional<TypeExpr> result) {
        return result.map(type -> " -> " + print(type)).orElse("");
    }

    private static String typeArguments(List<TypeExpr> arguments) {
        return arguments.isEmpty() ? "" : "<" + listed(arguments, ExpressionPrinter::print) + ">";
    }

    static String print(Parameter parameter) {
        return (parameter.isPositional() ? "_ " : "")
                + parameter.name()
                + ": "
                + print(parameter.type());
    }

    static String print(Bind bind) {
        return switch (bind) {
            case Bind.Name(Identifier name) -> name.text();
            case Bind.Nothing _ -> "_";
            case Bind.Parts(List<Bind> parts, _) ->
                    "(" + listed(parts, ExpressionPrinter::print) + ")";
        };
    }

    static String print(Pattern pattern) {
        return switch (pattern) {
            case Pattern.Literal(Expr value, _) -> print(value);
            case Pattern.Anything _ -> "_";
            case Pattern.Named(Identifier name, List<Bind> parts, _) ->
                    parts.isEmpty()
                            ? name.text()
                            : name + "(" + listed(parts, ExpressionPrinter::print) + ")";
        };
    }
}
