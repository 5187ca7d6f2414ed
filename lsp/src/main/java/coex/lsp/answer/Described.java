package coex.lsp.answer;

import coex.language.syntax.Decl;
import coex.language.type.FunctionSymbol;
import coex.language.type.Meaning;
import coex.language.type.Type;
import coex.language.type.Types;

import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.SymbolKind;

import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/// What is shown of a meaning: a line as a program would declare it.
final class Described {

    private Described() {}

    static String line(Meaning meaning) {
        return switch (meaning) {
            case Meaning.Variable variable ->
                    (variable.isConst() ? "const " : "")
                            + variable.name()
                            + ": "
                            + spelling(variable.type());
            case Meaning.Function function -> signature(function.symbol());
            case Meaning.Alias alias -> signature(alias.target());
            case Meaning.Extern extern -> oneLine(headOf(extern.symbol().declaration()));
            case Meaning.UserType type ->
                    (type.symbol().isEnum() ? "type (enum) " : "type ") + withGenerics(type);
            case Meaning.Matrix matrix ->
                    "matrix %s of %s".formatted(matrix.name(), spelling(matrix.symbol().element()));
            case Meaning.Trait trait -> "trait " + trait.name();
            case Meaning.Field field ->
                    "%s.%s: %s"
                            .formatted(field.owner().name(), field.name(), spelling(field.type()));
            case Meaning.Variant variant ->
                    "case %s.%s".formatted(variant.owner().name(), payload(variant.written()));
            case Meaning.Module module ->
                    (module.symbol().isPackage() ? "package " : "module ") + module.name();
            case Meaning.Parameter parameter -> "type parameter " + parameter.name();
            case Meaning.BuiltIn builtIn -> builtIn(builtIn);
        };
    }

    /// A function as it is declared, with the type it is a method of.
    static String signature(FunctionSymbol function) {
        String written = oneLine(function.declaration().signature().span().text());
        return function.ownerType()
                .map(
                        type ->
                                written.replaceFirst(
                                        "(\\w+\\s+)",
                                        "$1" + Matcher.quoteReplacement(type.name() + ".")))
                .orElse(written);
    }

    private static String headOf(Decl.Extern extern) {
        String parameters =
                extern.parameters().stream()
                        .map(parameter -> parameter.span().text())
                        .collect(Collectors.joining(", "));
        return "extern %s(%s)%s"
                .formatted(
                        extern.name(),
                        parameters,
                        extern.result().map(type -> " -> " + type.span().text()).orElse(""));
    }

    private static String withGenerics(Meaning.UserType type) {
        List<Type.Parameter> parameters = type.symbol().parameters();
        return parameters.isEmpty()
                ? type.name()
                : type.name()
                        + parameters.stream()
                                .map(Type.Parameter::name)
                                .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String payload(Decl.Case variant) {
        return variant.fields().isEmpty()
                ? variant.name().text()
                : variant.fields().stream()
                        .map(field -> field.name() + ": " + field.type().span().text())
                        .collect(Collectors.joining(", ", variant.name() + "(", ")"));
    }

    private static String builtIn(Meaning.BuiltIn builtIn) {
        String name = (builtIn.of().isEmpty() ? "" : builtIn.of() + ".") + builtIn.name();
        String parameters =
                builtIn.parameters()
                        .map(
                                types ->
                                        types.stream()
                                                .map(Described::spelling)
                                                .collect(Collectors.joining(", ", "(", ")")))
                        .orElse("");
        String result =
                builtIn.result()
                        .filter(type -> Types.resolved(type) != Type.Basic.NOTHING)
                        .map(type -> (parameters.isEmpty() ? ": " : " -> ") + spelling(type))
                        .orElse("");
        return name + parameters + result;
    }

    /// A type as a program spells it; `_` for what depends on a call or is not known.
    static String spelling(Type type) {
        return Types.resolved(type)
                .spelling()
                .replace(Type.Basic.UNKNOWN.spelling(), "_")
                .replace("an open type", "_");
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    static CompletionItemKind completionKind(Meaning meaning) {
        return switch (meaning) {
            case Meaning.Variable _ -> CompletionItemKind.Variable;
            case Meaning.Function function ->
                    function.symbol().ownerType().isPresent()
                                    || function.symbol().ownerMatrix().isPresent()
                            ? CompletionItemKind.Method
                            : CompletionItemKind.Function;
            case Meaning.Alias _, Meaning.Extern _ -> CompletionItemKind.Function;
            case Meaning.UserType type ->
                    type.symbol().isEnum() ? CompletionItemKind.Enum : CompletionItemKind.Struct;
            case Meaning.Matrix _ -> CompletionItemKind.Class;
            case Meaning.Trait _ -> CompletionItemKind.Interface;
            case Meaning.Field _ -> CompletionItemKind.Field;
            case Meaning.Variant _ -> CompletionItemKind.EnumMember;
            case Meaning.Module _ -> CompletionItemKind.Module;
            case Meaning.Parameter _ -> CompletionItemKind.TypeParameter;
            case Meaning.BuiltIn builtIn ->
                    builtIn.parameters().isEmpty()
                            ? builtIn.result().isPresent()
                                    ? CompletionItemKind.Constant
                                    : CompletionItemKind.Class
                            : builtIn.of().isEmpty()
                                    ? CompletionItemKind.Function
                                    : CompletionItemKind.Method;
        };
    }

    static SymbolKind symbolKind(Decl declaration) {
        return switch (declaration) {
            case Decl.Function _, Decl.Extern _ -> SymbolKind.Function;
            case Decl.Type type -> type.cases().isEmpty() ? SymbolKind.Struct : SymbolKind.Enum;
            case Decl.Trait _ -> SymbolKind.Interface;
            case Decl.Matrix _ -> SymbolKind.Class;
        };
    }
}
