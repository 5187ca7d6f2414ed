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
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.TokenKind;
import coex.language.syntax.TypeExpr;
import coex.language.syntax.UnaryOperator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes expressions ready to be laid out. Round brackets are those that precedence needs and those
/// that somebody has put around an operation within another, to make it clear. Literals stay as
/// they are written.
final class ExpressionPrinter {

    private final Brackets brackets;
    private final TypePrinter types;

    ExpressionPrinter(Brackets brackets, TypePrinter types) {
        this.brackets = brackets;
        this.types = types;
    }

    Doc print(Expr expr) {
        return print(expr, CONDITIONAL);
    }

    /// An expression where only operators of a level and above can stand without brackets.
    private Doc print(Expr expr, int level) {
        Doc doc = bare(expr);
        return levelOf(expr) < level ? brackets.around(expr.span(), doc) : doc;
    }

    /// A part of another expression. The brackets around it are kept if it is an operation itself.
    private Doc part(Expr whole, Expr part, int level) {
        return keepsBrackets(whole, part)
                ? brackets.around(part.span(), bare(part))
                : print(part, level);
    }

    private boolean keepsBrackets(Expr whole, Expr part) {
        boolean isOperation = levelOf(part) < POSTFIX || part instanceof Expr.As;
        return isOperation && brackets.isAround(part.span(), whole.span());
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

    private Doc bare(Expr expr) {
        return switch (expr) {
            case Expr.IntLiteral literal -> Doc.text(literal.span().text());
            case Expr.FloatLiteral literal -> Doc.text(literal.span().text());
            case Expr.StringLiteral literal -> Doc.text(literal.span().text());
            case Expr.BoolLiteral literal -> Doc.text(literal.span().text());
            case Expr.NilLiteral _ -> Doc.text("nil");
            case Expr.Name(String text, List<TypeExpr> arguments, _) ->
                    Doc.of(text, types.arguments(arguments));
            case Expr.Self _ -> Doc.text("self");
            case Expr.Cell _ -> Doc.text("cell");
            case Expr.Unary unary -> unary(unary);
            case Expr.Binary(BinaryOperator operator, Expr left, Expr right, _) -> {
                int level = levelOf(operator);
                boolean chains = level != COMPARE;
                yield Doc.of(
                        part(expr, left, chains ? level : level + 1),
                        " " + operator.text() + " ",
                        part(expr, right, level + 1));
            }
            case Expr.Conditional conditional -> conditional(conditional);
            case Expr.Range(Expr from, Expr to, _) ->
                    Doc.of(part(expr, from, RANGE + 1), "..", part(expr, to, RANGE + 1));
            case Expr.Member(Expr receiver, Identifier name, _) ->
                    Doc.of(print(receiver, POSTFIX), "." + name);
            case Expr.TupleElement(Expr receiver, int index, _) ->
                    Doc.of(print(receiver, POSTFIX), "." + index);
            case Expr.Call(Expr callee, List<Expr.Argument> arguments, _) ->
                    Doc.of(
                            print(callee, POSTFIX),
                            brackets.endingAt(expr.span(), ",", arguments(arguments), false));
            case Expr.Index(Expr receiver, List<Expr> indexes, _) ->
                    Doc.of(
                            print(receiver, POSTFIX),
                            brackets.endingAt(expr.span(), ",", contents(indexes), false));
            case Expr.Slice slice -> slice(slice);
            case Expr.As(Expr value, TypeExpr type, _) ->
                    Doc.of(print(value, POSTFIX), " as ", types.print(type));
            case Expr.ListLiteral(List<Expr> elements, _) ->
                    brackets.endingAt(expr.span(), ",", contents(elements), areLiterals(elements));
            case Expr.SetLiteral(List<Expr> elements, _) ->
                    brackets.endingAt(expr.span(), ",", contents(elements), areLiterals(elements));
            case Expr.MapLiteral(List<Expr.Entry> entries, _) ->
                    brackets.endingAt(
                            expr.span(), ",", entries.stream().map(this::entry).toList(), false);
            case Expr.JsonLiteral(List<Expr.Field> fields, _) ->
                    brackets.endingAt(
                            expr.span(), ",", fields.stream().map(this::field).toList(), false);
            case Expr.EmptyBraces _ -> brackets.endingAt(expr.span(), ",", List.of(), false);
            case Expr.TupleLiteral(List<Expr.Argument> elements, _) ->
                    brackets.endingAt(expr.span(), ",", arguments(elements), false);
            case Expr.ListComprehension(Expr element, List<Expr.Clause> clauses, _) ->
                    comprehension(expr.span(), content(element), clauses);
            case Expr.SetComprehension(Expr element, List<Expr.Clause> clauses, _) ->
                    comprehension(expr.span(), content(element), clauses);
            case Expr.MapComprehension(Expr key, Expr value, List<Expr.Clause> clauses, _) ->
                    comprehension(
                            expr.span(),
                            new Brackets.Content(
                                    Doc.of(print(key), ": ", print(value)),
                                    key.span().to(value.span())),
                            clauses);
            case Expr.Lambda lambda ->
                    Doc.of(
                            lambda.kind().word(),
                            brackets.firstAfter(
                                    lambda.span().start(),
                                    TokenKind.LEFT_PAREN,
                                    types.parameters(lambda.parameters())),
                            " => ",
                            print(lambda.body()));
            case Expr.LlvmIr ir -> ir(ir);
            case Expr.Missing(Span span) ->
                    throw new IllegalArgumentException("a tree with mistakes: " + span);
        };
    }

    private Brackets.Content content(Expr expr) {
        return new Brackets.Content(print(expr), expr.span());
    }

    private List<Brackets.Content> contents(List<Expr> exprs) {
        return exprs.stream().map(this::content).toList();
    }

    private List<Brackets.Content> arguments(List<Expr.Argument> arguments) {
        return arguments.stream()
                .map(
                        argument ->
                                named(
                                        argument.name().map(name -> name + ": ").orElse(""),
                                        argument.name().map(Identifier::span),
                                        argument.value()))
                .toList();
    }

    private Brackets.Content named(String name, Optional<Span> place, Expr value) {
        return new Brackets.Content(
                Doc.of(name, print(value)),
                place.map(start -> start.to(value.span())).orElse(value.span()));
    }

    private Brackets.Content field(Expr.Field field) {
        return named(field.name() + ": ", Optional.of(field.name().span()), field.value());
    }

    /// A bare name would be a key of json.
    private Brackets.Content entry(Expr.Entry entry) {
        boolean looksLikeJson =
                entry.key() instanceof Expr.Name name && name.typeArguments().isEmpty();
        Doc key = print(entry.key());
        return new Brackets.Content(
                Doc.of(
                        looksLikeJson ? brackets.around(entry.key().span(), key) : key,
                        ": ",
                        print(entry.value())),
                entry.key().span().to(entry.value().span()));
    }

    private static boolean areLiterals(List<Expr> elements) {
        return elements.stream().allMatch(ExpressionPrinter::isLiteral);
    }

    private static boolean isLiteral(Expr expr) {
        return switch (expr) {
            case Expr.IntLiteral _,
                    Expr.FloatLiteral _,
                    Expr.StringLiteral _,
                    Expr.BoolLiteral _,
                    Expr.NilLiteral _ ->
                    true;
            case Expr.Unary(UnaryOperator operator, Expr operand, _) ->
                    operator == UnaryOperator.NEGATE
                            && !(operand instanceof Expr.Unary)
                            && isLiteral(operand);
            default -> false;
        };
    }

    private Doc unary(Expr.Unary unary) {
        int level = unary.operator() == UnaryOperator.NOT ? NOT : UNARY;
        Doc operand = part(unary, unary.operand(), level);
        return unary.operator() == UnaryOperator.NEGATE
                ? Doc.of("-", operand)
                : Doc.of(unary.operator().text() + " ", operand);
    }

    /// In the middle anything can stand; a condition is no conditional itself. A type's question
    /// mark would swallow the conditional's, so such a condition is put in brackets.
    private Doc conditional(Expr.Conditional conditional) {
        Expr condition = conditional.condition();
        Doc first = part(conditional, condition, OR);
        boolean needsBrackets = endsWithType(condition) && !keepsBrackets(conditional, condition);
        return Doc.of(
                needsBrackets ? brackets.around(condition.span(), first) : first,
                " ? ",
                part(conditional, conditional.then(), CONDITIONAL),
                conditional.exits() ? " ! " : " : ",
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

    private Doc slice(Expr.Slice slice) {
        Doc receiver = print(slice.receiver(), POSTFIX);
        Doc range =
                Doc.of(
                        slice.from().map(this::print).orElse(Doc.text("")),
                        ":",
                        slice.to().map(this::print).orElse(Doc.text("")));
        Span last = slice.to().or(slice::from).map(Expr::span).orElse(slice.span().after());
        Span place = slice.from().map(from -> from.span().to(last)).orElse(last);
        return Doc.of(
                receiver,
                brackets.endingAt(
                        slice.span(), ",", List.of(new Brackets.Content(range, place)), false));
    }

    /// The element, then its clauses, each of which can have a line.
    private Doc comprehension(Span whole, Brackets.Content element, List<Expr.Clause> clauses) {
        var contents = new ArrayList<Brackets.Content>();
        contents.add(element);
        clauses.forEach(clause -> contents.add(clause(clause)));
        return brackets.endingAt(whole, "", contents, false);
    }

    private Brackets.Content clause(Expr.Clause clause) {
        Span iterable = clause.iterable().span();
        Doc loop = Doc.of("for ", types.print(clause.bind()), " in ", print(clause.iterable()));
        return clause.filter()
                .map(
                        filter ->
                                new Brackets.Content(
                                        Doc.of(loop, " if ", print(filter)),
                                        clause.bind().span().to(filter.span())))
                .orElseGet(() -> new Brackets.Content(loop, clause.bind().span().to(iterable)));
    }

    private Doc ir(Expr.LlvmIr ir) {
        List<Brackets.Content> bindings = ir.bindings().stream().map(this::irBinding).toList();
        return Doc.of(
                "llvm_ir",
                bindings.isEmpty()
                        ? ""
                        : brackets.firstAfter(ir.span().start(), TokenKind.LEFT_PAREN, bindings),
                ir.result()
                        .map(result -> " -> %" + result.register() + ": " + result.type())
                        .orElse(""),
                " " + ir.text().span().text());
    }

    private Brackets.Content irBinding(Expr.IrBinding binding) {
        String type = binding.type().map(name -> ": " + name).orElse("");
        return new Brackets.Content(
                Doc.text(binding.variable() + " -> %" + binding.register() + type),
                binding.variable().span().to(binding.type().orElse(binding.register()).span()));
    }
}
