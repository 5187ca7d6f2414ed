package coex.language.check;

import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.Parameter;
import coex.language.syntax.SourceTree;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.MatrixSymbol;
import coex.language.type.Meaning;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameListener;
import coex.language.type.Type;
import coex.language.type.TypeSymbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tells the listener of a program what the names in a body stand for.
final class Meanings {

    private final NameListener listener;

    Meanings(NameListener listener) {
        this.listener = listener;
    }

    /// Names of the checker's own stand nowhere in the text.
    void variable(Variable variable, String name, Span place) {
        if (!name.startsWith("$") && !name.equals("self")) {
            listener.names(place, meaningOf(variable));
        }
    }

    private static Meaning.Variable meaningOf(Variable variable) {
        var declared = new Identifier(variable.local().name(), variable.declaredAt());
        return new Meaning.Variable(declared, variable.local().type(), variable.isConst());
    }

    void function(FunctionSymbol function, Span place) {
        listener.names(place, new Meaning.Function(function));
    }

    /// A function by a bare name, which may be one that `replace` gave it.
    void function(FunctionSymbol function, Expr.Name name, ModuleSymbol module) {
        boolean isAlias = module.aliases().containsKey(name.text());
        Optional<SourceTree.Alias> alias =
                isAlias
                        ? module.trees().stream()
                                .flatMap(tree -> tree.aliases().stream())
                                .filter(each -> each.name().text().equals(name.text()))
                                .findFirst()
                        : Optional.empty();
        listener.names(
                wordOf(name),
                alias.<Meaning>map(written -> new Meaning.Alias(written, function))
                        .orElseGet(() -> new Meaning.Function(function)));
    }

    void extern(ExternSymbol extern, Span place) {
        listener.names(place, new Meaning.Extern(extern));
    }

    void type(TypeSymbol type, Expr.Name name) {
        // A type may be named by a variant alone, or by a name of a package and a dot before it.
        Span word = lastWordOf(name);
        if (word.text().equals(type.name())) {
            listener.names(word, new Meaning.UserType(type));
        }
    }

    void matrix(MatrixSymbol matrix, Span place) {
        listener.names(place, new Meaning.Matrix(matrix));
    }

    void module(ModuleSymbol module, Expr.Name name) {
        listener.names(wordOf(name), new Meaning.Module(name.text(), module));
    }

    void field(TypeSymbol type, int index, Span place) {
        if (index < type.declaration().fields().size()) {
            listener.names(place, fieldsOf(type).get(index));
        }
    }

    void variant(TypeSymbol type, TypeSymbol.Variant variant, Span place) {
        listener.names(
                place, new Meaning.Variant(type, type.declaration().cases().get(variant.index())));
    }

    void builtIn(String of, String name, List<Type> parameters, Type result, Span place) {
        listener.names(
                place, new Meaning.BuiltIn(of, name, Optional.of(parameters), Optional.of(result)));
    }

    void builtInFunction(Expr.Name name) {
        if (listener != NameListener.NOBODY) {
            BuiltInSignatures.function(name.text())
                    .ifPresent(meaning -> listener.names(wordOf(name), meaning));
        }
    }

    void builtInMethod(Type receiver, Identifier name) {
        if (listener != NameListener.NOBODY) {
            BuiltInSignatures.method(receiver, name.text())
                    .ifPresent(meaning -> listener.names(name.span(), meaning));
        }
    }

    void inNamespace(Expr.Name namespace, Identifier name) {
        if (listener != NameListener.NOBODY && BuiltIns.NAMESPACES.contains(namespace.text())) {
            listener.names(wordOf(namespace), Meaning.BuiltIn.plain(namespace.text()));
            BuiltInSignatures.inNamespace(namespace.text(), name.text())
                    .ifPresent(meaning -> listener.names(name.span(), meaning));
        }
    }

    void unknown(String name, Body body) {
        if (listener != NameListener.NOBODY) {
            var visible = new ArrayList<Meaning.Variable>();
            for (String each : body.visibleNames()) {
                if (!each.startsWith("$")) {
                    body.find(each).ifPresent(found -> visible.add(meaningOf(found)));
                }
            }
            listener.isUnknown(name, visible);
        }
    }

    // Arguments with names

    void arguments(FunctionSymbol function, Expr.Call call) {
        if (listener != NameListener.NOBODY) {
            arguments(
                    parameters(
                            function.declaration().signature().parameters(), function.parameters()),
                    call);
        }
    }

    void arguments(ExternSymbol extern, Expr.Call call) {
        if (listener != NameListener.NOBODY) {
            arguments(parameters(extern.declaration().parameters(), extern.parameters()), call);
        }
    }

    void fieldArguments(TypeSymbol type, Expr.Call call) {
        if (listener != NameListener.NOBODY) {
            arguments(fieldsOf(type), call);
        }
    }

    void payloadArguments(TypeSymbol type, TypeSymbol.Variant variant, Expr.Call call) {
        if (listener != NameListener.NOBODY) {
            arguments(payloadOf(type, variant), call);
        }
    }

    private void arguments(List<? extends Meaning> parameters, Expr.Call call) {
        for (Expr.Argument argument : call.arguments()) {
            argument.name()
                    .ifPresent(
                            name ->
                                    parameters.stream()
                                            .filter(each -> each.name().equals(name.text()))
                                            .findFirst()
                                            .ifPresent(
                                                    found -> listener.names(name.span(), found)));
        }
    }

    private static List<Meaning> parameters(
            List<Parameter> written, List<FunctionSymbol.Parameter> known) {
        var meanings = new ArrayList<Meaning>();
        for (int i = 0; i < Math.min(written.size(), known.size()); i++) {
            meanings.add(new Meaning.Variable(written.get(i).name(), known.get(i).type(), false));
        }
        return meanings;
    }

    private static List<Meaning.Field> fieldsOf(TypeSymbol type) {
        var meanings = new ArrayList<Meaning.Field>();
        for (int i = 0; i < type.fields().size(); i++) {
            meanings.add(
                    new Meaning.Field(
                            type, type.declaration().fields().get(i), type.fields().get(i).type()));
        }
        return meanings;
    }

    private static List<Meaning.Field> payloadOf(TypeSymbol type, TypeSymbol.Variant variant) {
        var written = type.declaration().cases().get(variant.index()).fields();
        var meanings = new ArrayList<Meaning.Field>();
        for (int i = 0; i < variant.fields().size(); i++) {
            meanings.add(new Meaning.Field(type, written.get(i), variant.fields().get(i).type()));
        }
        return meanings;
    }

    // Words

    /// The name alone, without type arguments.
    static Span wordOf(Expr.Name name) {
        Span span = name.span();
        return span.file()
                .span(span.start(), Math.min(span.end(), span.start() + name.text().length()));
    }

    /// The last word of `net.Conn`, or of a name with type arguments the name.
    private static Span lastWordOf(Expr.Name name) {
        Span span = name.span();
        boolean isWhole = span.text().startsWith(name.text());
        return isWhole
                ? wordOf(name)
                : span.file()
                        .span(
                                Math.max(span.start(), span.end() - name.text().length()),
                                span.end());
    }
}
