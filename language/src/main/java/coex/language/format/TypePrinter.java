package coex.language.format;

import coex.language.source.Span;
import coex.language.syntax.Bind;
import coex.language.syntax.Identifier;
import coex.language.syntax.Parameter;
import coex.language.syntax.Pattern;
import coex.language.syntax.TokenKind;
import coex.language.syntax.TypeExpr;

import java.util.List;
import java.util.Optional;

/// Makes types, parameters and patterns ready to be laid out. The angle brackets of types are not
/// broken: within them a line end counts.
final class TypePrinter {

    private final Brackets brackets;

    TypePrinter(Brackets brackets) {
        this.brackets = brackets;
    }

    Doc print(TypeExpr type) {
        return switch (type) {
            case TypeExpr.Named(Identifier name, List<TypeExpr> arguments, _) ->
                    Doc.of(name.text(), arguments(arguments));
            case TypeExpr.ListOf(TypeExpr element, _) ->
                    brackets.endingAt(type.span(), ",", List.of(content(element)), false);
            case TypeExpr.Tuple(List<TypeExpr.Element> elements, _) ->
                    brackets.endingAt(
                            type.span(), ",", elements.stream().map(this::element).toList(), false);
            case TypeExpr.Function function ->
                    Doc.of(
                            function.kind().word(),
                            brackets.firstAfter(
                                    function.span().start(),
                                    TokenKind.LEFT_PAREN,
                                    function.parameters().stream().map(this::content).toList()),
                            result(function.result()));
            case TypeExpr.Optionally(TypeExpr value, _) -> Doc.of(print(value), "?");
            case TypeExpr.Missing(Span span) ->
                    throw new IllegalArgumentException("a tree with mistakes: " + span);
        };
    }

    Doc result(Optional<TypeExpr> result) {
        return result.map(type -> Doc.of(" -> ", print(type))).orElse(Doc.text(""));
    }

    Doc arguments(List<TypeExpr> arguments) {
        return arguments.isEmpty()
                ? Doc.text("")
                : Doc.of("<", Doc.joined(arguments.stream().map(this::print).toList(), ", "), ">");
    }

    List<Brackets.Content> parameters(List<Parameter> parameters) {
        return parameters.stream().map(this::parameter).toList();
    }

    private Brackets.Content parameter(Parameter parameter) {
        return named(
                (parameter.isPositional() ? "_ " : "") + parameter.name(),
                parameter.name().span(),
                parameter.type());
    }

    /// `name: type`
    Brackets.Content named(String name, Span place, TypeExpr type) {
        return new Brackets.Content(Doc.of(name + ": ", print(type)), place.to(type.span()));
    }

    private Brackets.Content content(TypeExpr type) {
        return new Brackets.Content(print(type), type.span());
    }

    private Brackets.Content element(TypeExpr.Element element) {
        return element.name()
                .map(name -> named(name.text(), name.span(), element.type()))
                .orElseGet(() -> content(element.type()));
    }

    Doc print(Bind bind) {
        return switch (bind) {
            case Bind.Name(Identifier name) -> Doc.text(name.text());
            case Bind.Nothing _ -> Doc.text("_");
            case Bind.Parts(List<Bind> parts, Span span) ->
                    brackets.endingAt(span, ",", binds(parts), false);
        };
    }

    private List<Brackets.Content> binds(List<Bind> parts) {
        return parts.stream().map(part -> new Brackets.Content(print(part), part.span())).toList();
    }

    Doc print(Pattern.Named pattern) {
        return pattern.parts().isEmpty()
                ? Doc.text(pattern.name().text())
                : Doc.of(
                        pattern.name().text(),
                        brackets.firstAfter(
                                pattern.name().span().end(),
                                TokenKind.LEFT_PAREN,
                                binds(pattern.parts())));
    }

    Doc names(List<Identifier> names, int place) {
        return brackets.firstAfter(
                place,
                TokenKind.LEFT_PAREN,
                names.stream()
                        .map(name -> new Brackets.Content(Doc.text(name.text()), name.span()))
                        .toList());
    }
}
