package coex.lsp.analysis;

import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Identifier;
import coex.language.syntax.SourceTree;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.MatrixSymbol;
import coex.language.type.Meaning;
import coex.language.type.ModuleSymbol;
import coex.language.type.TypeSymbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The names that a module declares outside of functions.
final class SymbolWalk {

    private final ModuleSymbol module;

    SymbolWalk(ModuleSymbol module) {
        this.module = module;
    }

    void declare(Consumer<Use> table) {
        module.functions().values().forEach(function -> function(function, table));
        for (ExternSymbol extern : module.externs().values()) {
            put(extern.declaration().name(), new Meaning.Extern(extern), table);
        }
        module.types().values().forEach(type -> type(type, table));
        for (MatrixSymbol matrix : module.matrices().values()) {
            put(matrix.declaration().name(), new Meaning.Matrix(matrix), table);
            matrix.formulas().values().forEach(formula -> function(formula, table));
        }
        module.traits()
                .values()
                .forEach(trait -> put(trait.declaration().name(), new Meaning.Trait(trait), table));
        module.trees().forEach(tree -> imports(tree, table));
    }

    private static void put(Identifier name, Meaning meaning, Consumer<Use> table) {
        table.accept(new Use(name.span(), meaning));
    }

    private static void function(FunctionSymbol function, Consumer<Use> table) {
        put(function.declaration().name(), new Meaning.Function(function), table);
        generics(function.declaration().signature().generics(), table);
    }

    private static void generics(List<Decl.Generic> generics, Consumer<Use> table) {
        generics.forEach(
                generic -> put(generic.name(), new Meaning.Parameter(generic.name()), table));
    }

    private static void type(TypeSymbol type, Consumer<Use> table) {
        Decl.Type written = type.declaration();
        put(written.name(), new Meaning.UserType(type), table);
        generics(written.generics(), table);
        fields(type, written.fields(), type.fields(), table);
        for (int i = 0; i < Math.min(written.cases().size(), type.variants().size()); i++) {
            Decl.Case variant = written.cases().get(i);
            put(variant.name(), new Meaning.Variant(type, variant), table);
            fields(type, variant.fields(), type.variants().get(i).fields(), table);
        }
        type.methods().values().forEach(method -> function(method, table));
    }

    private static void fields(
            TypeSymbol type,
            List<Decl.Field> written,
            List<TypeSymbol.Field> known,
            Consumer<Use> table) {
        for (int i = 0; i < Math.min(written.size(), known.size()); i++) {
            put(
                    written.get(i).name(),
                    new Meaning.Field(type, written.get(i), known.get(i).type()),
                    table);
        }
    }

    /// The target of an import is the last part of it, perhaps in quotes.
    private void imports(SourceTree tree, Consumer<Use> table) {
        for (SourceTree.Import written : tree.imports()) {
            Span span = written.span();
            String text = span.text();
            int at = text.lastIndexOf(written.target());
            String name =
                    written.isPath()
                            ? written.target().replaceFirst("^.*/", "").replaceFirst("\\.cxz$", "")
                            : written.target();
            ModuleSymbol imported = module.imports().get(name);
            if (imported != null && at >= 0) {
                int start = span.start() + at;
                table.accept(
                        new Use(
                                span.file().span(start, start + written.target().length()),
                                new Meaning.Module(name, imported)));
            }
        }
    }

    /// What a type parameter used at a place stands for: one of the innermost declaration around.
    Optional<Meaning> parameterAt(Identifier name) {
        var around = new ArrayList<Decl.Generic>();
        for (SourceTree tree : module.trees()) {
            for (Decl declaration : tree.declarations()) {
                if (isIn(name.span(), declaration.span())) {
                    collect(name.span(), declaration, around);
                }
            }
        }
        return around.reversed().stream()
                .filter(generic -> generic.name().text().equals(name.text()))
                .findFirst()
                .map(generic -> new Meaning.Parameter(generic.name()));
    }

    private static void collect(Span place, Decl declaration, List<Decl.Generic> around) {
        switch (declaration) {
            case Decl.Function function -> around.addAll(function.signature().generics());
            case Decl.Type type -> {
                around.addAll(type.generics());
                type.methods().stream()
                        .filter(method -> isIn(place, method.span()))
                        .forEach(method -> around.addAll(method.signature().generics()));
            }
            case Decl.Trait trait -> {
                around.addAll(trait.generics());
                trait.methods().stream()
                        .filter(method -> isIn(place, method.span()))
                        .forEach(method -> around.addAll(method.generics()));
            }
            case Decl.Extern _, Decl.Matrix _ -> {}
        }
    }

    private static boolean isIn(Span place, Span whole) {
        return place.file() == whole.file()
                && whole.start() <= place.start()
                && place.end() <= whole.end();
    }
}
