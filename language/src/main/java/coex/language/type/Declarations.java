package coex.language.type;

import coex.language.problem.Problems;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Identifier;
import coex.language.syntax.Parameter;
import coex.language.syntax.SourceTree;
import coex.language.syntax.TypeExpr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes symbols of a module's declarations: first the names, when all modules have theirs the
/// types.
final class Declarations {

    private final ModuleSymbol module;
    private final Problems problems;
    private final NameListener listener;

    Declarations(ModuleSymbol module, Problems problems, NameListener listener) {
        this.module = module;
        this.problems = problems;
        this.listener = listener;
    }

    // Names

    void declareNames() {
        for (SourceTree tree : module.trees()) {
            tree.declarations().forEach(this::declare);
        }
    }

    private void declare(Decl declaration) {
        Identifier name = declaration.name();
        if (!isNew(name)) {
            return;
        }
        switch (declaration) {
            case Decl.Function function -> {
                var owner = new FunctionSymbol.Owner.Module();
                module.functions().put(name.text(), new FunctionSymbol(module, owner, function));
            }
            case Decl.Extern extern -> {
                refuseRuntimeFunction(name);
                module.externs().put(name.text(), new ExternSymbol(module, extern));
            }
            case Decl.Type type -> {
                refuseBuiltIn(name);
                module.types().put(name.text(), typeSymbol(type));
            }
            case Decl.Trait trait ->
                    module.traits().put(name.text(), new TraitSymbol(module, trait));
            case Decl.Matrix matrix -> {
                refuseBuiltIn(name);
                module.matrices().put(name.text(), matrixSymbol(matrix));
            }
        }
    }

    private boolean isNew(Identifier name) {
        return isNew(name, module.declared());
    }

    private boolean isNew(Identifier name, Map<String, Span> declared) {
        Span first = declared.putIfAbsent(name.text(), name.span());
        if (first != null) {
            problems.add(new NameProblem.DeclaredTwice(name.span(), name.text(), first));
        }
        return first == null;
    }

    private void refuseBuiltIn(Identifier name) {
        if (TypeResolver.isBuiltIn(name.text())) {
            problems.add(new NameProblem.NamedLikeBuiltIn(name.span(), name.text()));
        }
    }

    private void refuseRuntimeFunction(Identifier name) {
        if (!module.comesWithRuntime()
                && ExternSymbol.RUNTIME_PREFIXES.stream().anyMatch(name.text()::startsWith)) {
            problems.add(new NameProblem.RuntimeFunction(name.span(), name.text()));
        }
    }

    private TypeSymbol typeSymbol(Decl.Type declaration) {
        var symbol = new TypeSymbol(module, declaration);
        var declared = new HashMap<String, Span>();
        declaration.fields().forEach(field -> isNew(field.name(), declared));
        for (Decl.Case variant : declaration.cases()) {
            isNew(variant.name(), declared);
            var payload = new HashMap<String, Span>();
            variant.fields().forEach(field -> isNew(field.name(), payload));
        }
        for (Decl.Function method : declaration.methods()) {
            if (isNew(method.name(), declared)) {
                var owner = new FunctionSymbol.Owner.OfType(symbol);
                symbol.methods()
                        .put(method.name().text(), new FunctionSymbol(module, owner, method));
            }
        }
        if (!declaration.fields().isEmpty() && !declaration.cases().isEmpty()) {
            problems.add(
                    new TypeProblem.NotAllowed(
                            declaration.fields().getFirst().name().span(),
                            TypeRule.FIELDS_AND_CASES,
                            "A type has either fields or cases; '%s' has both."
                                    .formatted(symbol.name()),
                            Optional.of("make it a struct with a field of an enum type.")));
        }
        return symbol;
    }

    private MatrixSymbol matrixSymbol(Decl.Matrix declaration) {
        var symbol = new MatrixSymbol(module, declaration);
        var declared = new HashMap<String, Span>();
        for (Decl.Function formula : declaration.formulas()) {
            if (isNew(formula.name(), declared)) {
                var owner = new FunctionSymbol.Owner.OfMatrix(symbol);
                symbol.formulas()
                        .put(formula.name().text(), new FunctionSymbol(module, owner, formula));
            }
        }
        return symbol;
    }

    // Types

    void resolveTypes() {
        module.functions().values().forEach(function -> resolveFunction(function, Map.of()));
        module.externs().values().forEach(this::resolveExtern);
        module.types().values().forEach(this::resolveType);
        module.matrices().values().forEach(this::resolveMatrix);
        module.types().values().forEach(type -> checkGenerics(type.declaration().generics()));
        module.traits().values().forEach(this::resolveTrait);
        resolveAliases();
    }

    private void resolveFunction(FunctionSymbol function, Map<String, Type> outer) {
        Decl.Signature signature = function.declaration().signature();
        checkGenerics(signature.generics());
        TypeResolver resolver = resolver(outer, function.ownParameters());
        function.parameters = parameters(signature.parameters(), resolver);
        function.result = resolver.result(signature.result());
    }

    private List<FunctionSymbol.Parameter> parameters(
            List<Parameter> written, TypeResolver resolver) {
        var declared = new HashMap<String, Span>();
        var parameters = new ArrayList<FunctionSymbol.Parameter>();
        for (Parameter parameter : written) {
            isNew(parameter.name(), declared);
            parameters.add(
                    new FunctionSymbol.Parameter(
                            parameter.name().text(), resolver.resolve(parameter.type())));
        }
        return parameters;
    }

    private void resolveExtern(ExternSymbol extern) {
        TypeResolver resolver = resolver(Map.of(), List.of());
        extern.parameters = parameters(extern.declaration().parameters(), resolver);
        extern.result = resolver.result(extern.declaration().result());
    }

    private void resolveType(TypeSymbol type) {
        TypeResolver resolver = resolver(Map.of(), type.parameters());
        type.fields = fields(type.declaration().fields(), resolver);
        var variants = new ArrayList<TypeSymbol.Variant>();
        for (Decl.Case variant : type.declaration().cases()) {
            variants.add(
                    new TypeSymbol.Variant(
                            variant.name().text(),
                            variants.size(),
                            fields(variant.fields(), resolver)));
        }
        type.variants = variants;
        type.methods().values().forEach(method -> resolveFunction(method, resolver.parameters()));
    }

    private static List<TypeSymbol.Field> fields(List<Decl.Field> written, TypeResolver resolver) {
        return written.stream()
                .map(
                        field ->
                                new TypeSymbol.Field(
                                        field.name().text(), resolver.resolve(field.type())))
                .toList();
    }

    private void resolveMatrix(MatrixSymbol matrix) {
        TypeResolver resolver = resolver(Map.of(), List.of());
        matrix.element =
                matrix.declaration().element().map(resolver::resolve).orElse(Type.Basic.INT);
        for (FunctionSymbol formula : matrix.formulas().values()) {
            resolveFunction(formula, Map.of());
            Optional<TypeExpr> declared = formula.declaration().signature().result();
            if (declared.isEmpty()) {
                formula.result = matrix.element;
            } else if (!formula.result.equals(matrix.element)
                    && !Types.isUnknown(formula.result)
                    && !Types.isUnknown(matrix.element)) {
                problems.add(
                        new TypeProblem.Mismatch(
                                declared.get().span(),
                                formula.result,
                                matrix.element,
                                Optional.of("a formula of a matrix gives values for its cells.")));
            }
        }
    }

    private void resolveTrait(TraitSymbol trait) {
        checkGenerics(trait.declaration().generics());
        var parameters = new LinkedHashMap<String, Type>();
        for (Decl.Generic generic : trait.declaration().generics()) {
            parameters.put(generic.name().text(), new Type.Parameter(generic.name().text(), trait));
        }
        // A trait may speak of the type that implements it.
        parameters.put("Self", new Type.Parameter("Self", trait));
        var resolver = new TypeResolver(module, parameters, problems, listener);
        for (Decl.Signature method : trait.declaration().methods()) {
            parameters(method.parameters(), resolver);
            resolver.result(method.result());
        }
    }

    private TypeResolver resolver(Map<String, Type> outer, List<Type.Parameter> own) {
        var parameters = new LinkedHashMap<>(outer);
        own.forEach(parameter -> parameters.put(parameter.name(), parameter));
        return new TypeResolver(module, parameters, problems, listener);
    }

    private void checkGenerics(List<Decl.Generic> generics) {
        var declared = new HashMap<String, Span>();
        for (Decl.Generic generic : generics) {
            isNew(generic.name(), declared);
            for (Identifier bound : generic.bounds()) {
                module.trait(bound.text())
                        .ifPresent(trait -> listener.names(bound.span(), new Meaning.Trait(trait)));
                if (module.trait(bound.text()).isEmpty() && !Bounds.isBuiltIn(bound.text())) {
                    problems.add(
                            new NameProblem.UnknownTrait(
                                    bound.span(),
                                    bound.text(),
                                    Similar.hint(bound.text(), Bounds.names(module))));
                }
            }
        }
    }

    private void resolveAliases() {
        for (SourceTree tree : module.trees()) {
            for (SourceTree.Alias alias : tree.aliases()) {
                resolveAlias(alias);
            }
        }
    }

    private void resolveAlias(SourceTree.Alias alias) {
        Identifier target = alias.path().getFirst();
        Identifier function = alias.path().getLast();
        ModuleSymbol imported = module.imports().get(target.text());
        if (imported != null) {
            listener.names(target.span(), new Meaning.Module(target.text(), imported));
        }
        module.failedAliases().add(alias.name().text());
        if (imported == null) {
            problems.add(new NameProblem.ModuleNotImported(target.span(), target.text()));
        } else if (alias.path().size() > 2 || !imported.functions().containsKey(function.text())) {
            problems.add(
                    new NameProblem.NotInModule(
                            function.span(),
                            function.text(),
                            target.text(),
                            Similar.hint(function.text(), imported.functions().keySet())));
        } else {
            module.failedAliases().remove(alias.name().text());
            FunctionSymbol aliased = imported.functions().get(function.text());
            listener.names(function.span(), new Meaning.Function(aliased));
            listener.names(alias.name().span(), new Meaning.Alias(alias, aliased));
            module.aliases()
                    .put(alias.name().text(), new ModuleSymbol.Alias(imported, function.text()));
        }
    }
}
