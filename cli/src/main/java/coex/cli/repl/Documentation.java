package coex.cli.repl;

import coex.language.check.BuiltInSignatures;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleSymbol;
import coex.language.type.Type;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is known of a name, for people: the line that declares it, and the comments before it.
final class Documentation {

    private Documentation() {}

    /// @param name `f`, `module.f`, or the name of a module
    static Optional<String> of(String name, ModuleSymbol module) {
        ModuleSymbol imported = module.imports().get(name);
        if (imported != null) {
            return Optional.of(overview(imported));
        }
        int dot = name.indexOf('.');
        ModuleSymbol owner = dot < 0 ? module : module.imports().get(name.substring(0, dot));
        Optional<String> declared =
                owner == null ? Optional.empty() : declared(name.substring(dot + 1), owner);
        if (declared.isPresent()) {
            return declared;
        }
        return dot < 0
                ? inImports(name, module).or(() -> builtIn(name))
                : builtIn(name.substring(0, dot), name.substring(dot + 1));
    }

    private static Optional<String> declared(String name, ModuleSymbol module) {
        for (SourceTree tree : module.trees()) {
            for (Decl declaration : tree.declarations()) {
                if (declaration.name().text().equals(name)) {
                    return Optional.of(shown(declaration));
                }
            }
        }
        return Optional.empty();
    }

    /// Types of modules need no qualification.
    private static Optional<String> inImports(String name, ModuleSymbol module) {
        return module.imports().values().stream()
                .filter(imported -> imported.types().containsKey(name) || imported.isPackage())
                .flatMap(imported -> declared(name, imported).stream())
                .findFirst();
    }

    private static String shown(Decl declaration) {
        Span span = declaration.span();
        List<String> comments = commentsBefore(span);
        String text = comments.stream().map(line -> "\n  " + line).collect(Collectors.joining());
        return span.file().line(span.line()).strip() + text;
    }

    private static List<String> commentsBefore(Span span) {
        SourceFile file = span.file();
        var comments = new ArrayList<String>();
        for (int line = span.line() - 1; line > 0; line--) {
            String text = file.line(line).strip();
            if (!text.startsWith("#") || text.startsWith("#@")) {
                break;
            }
            comments.addFirst(text.replaceFirst("^#+ ?", ""));
        }
        return comments;
    }

    /// The comment that a module begins with, and what has comments in it.
    private static String overview(ModuleSymbol module) {
        var text = new StringBuilder();
        SourceFile file = module.trees().getFirst().file();
        for (int line = 1; line <= file.lineCount() && file.line(line).startsWith("#"); line++) {
            text.append(file.line(line).replaceFirst("^#+ ?", "")).append('\n');
        }
        for (SourceTree tree : module.trees()) {
            for (Decl declaration : tree.declarations()) {
                if (!commentsBefore(declaration.span()).isEmpty()) {
                    Span span = declaration.span();
                    text.append("  ").append(span.file().line(span.line()).strip()).append('\n');
                }
            }
        }
        return text.toString().stripTrailing();
    }

    private static Optional<String> builtIn(String function) {
        return BuiltInSignatures.function(function)
                .map(found -> signature(found.name(), found.parameters(), found.result()));
    }

    private static Optional<String> builtIn(String namespace, String name) {
        return BuiltInSignatures.inNamespace(namespace, name)
                .map(
                        found ->
                                namespace
                                        + "."
                                        + signature(
                                                found.name(), found.parameters(), found.result()));
    }

    private static String signature(
            String name, Optional<List<Type>> parameters, Optional<Type> result) {
        String given =
                parameters
                        .map(
                                types ->
                                        types.stream()
                                                .map(Documentation::spelled)
                                                .collect(Collectors.joining(", ", "(", ")")))
                        .orElse("");
        String gives =
                result.filter(type -> type != Type.Basic.NOTHING)
                        .map(type -> " -> " + spelled(type))
                        .orElse("");
        return name + given + gives + ", built in";
    }

    private static String spelled(Type type) {
        return type == Type.Basic.UNKNOWN ? "any" : type.spelling();
    }
}
