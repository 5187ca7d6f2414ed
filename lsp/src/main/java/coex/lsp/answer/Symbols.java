package coex.lsp.answer;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Identifier;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.lsp.analysis.Workspace;
import coex.lsp.text.Positions;
import coex.lsp.text.Uris;

import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.SymbolKind;
import org.eclipse.lsp4j.WorkspaceSymbol;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The declarations of a document, as a tree, and those of all files that match a query.
public final class Symbols {

    private static final int MOST = 1_000;

    private Symbols() {}

    public static List<DocumentSymbol> of(SourceTree tree) {
        return tree.declarations().stream().map(Symbols::symbol).toList();
    }

    private static DocumentSymbol symbol(Decl declaration) {
        DocumentSymbol symbol =
                symbol(declaration.name(), Described.symbolKind(declaration), declaration.span());
        var children = new ArrayList<DocumentSymbol>();
        switch (declaration) {
            case Decl.Type type -> {
                for (Decl.Field field : type.fields()) {
                    children.add(
                            symbol(
                                    field.name(),
                                    SymbolKind.Field,
                                    field.name().span().to(field.type().span())));
                }
                for (Decl.Case variant : type.cases()) {
                    children.add(
                            symbol(variant.name(), SymbolKind.EnumMember, variant.name().span()));
                }
                type.methods().forEach(method -> children.add(method(method)));
            }
            case Decl.Trait trait ->
                    trait.methods()
                            .forEach(
                                    method ->
                                            children.add(
                                                    symbol(
                                                            method.name(),
                                                            SymbolKind.Method,
                                                            method.span())));
            case Decl.Matrix matrix ->
                    matrix.formulas().forEach(formula -> children.add(method(formula)));
            case Decl.Function function ->
                    symbol.setDetail(Described.oneLine(function.signature().span().text()));
            case Decl.Extern _ -> {}
        }
        symbol.setChildren(children);
        return symbol;
    }

    private static DocumentSymbol method(Decl.Function method) {
        DocumentSymbol symbol = symbol(method.name(), SymbolKind.Method, method.span());
        symbol.setDetail(Described.oneLine(method.signature().span().text()));
        return symbol;
    }

    private static DocumentSymbol symbol(Identifier name, SymbolKind kind, Span whole) {
        // The protocol wants names that are not empty, inside of the whole.
        String shown = name.text().isEmpty() ? "?" : name.text();
        return new DocumentSymbol(
                shown, kind, Positions.range(whole), Positions.range(name.span()));
    }

    /// All declarations whose names have the letters of the query in its order, in any case.
    public static List<WorkspaceSymbol> matching(String query, Workspace workspace) {
        var found = new ArrayList<WorkspaceSymbol>();
        for (SourceFile file : workspace.files().values()) {
            SourceTree tree = Parser.parse(file, new Problems());
            for (Decl declaration : tree.declarations()) {
                add(declaration.name(), Described.symbolKind(declaration), "", query, found);
                for (Decl.Function method : methods(declaration)) {
                    add(method.name(), SymbolKind.Method, declaration.name().text(), query, found);
                }
            }
            if (found.size() >= MOST) {
                return found.subList(0, MOST);
            }
        }
        return found;
    }

    private static List<Decl.Function> methods(Decl declaration) {
        return switch (declaration) {
            case Decl.Type type -> type.methods();
            case Decl.Matrix matrix -> matrix.formulas();
            default -> List.of();
        };
    }

    private static void add(
            Identifier name,
            SymbolKind kind,
            String container,
            String query,
            List<WorkspaceSymbol> found) {
        if (matches(name.text(), query)) {
            Uris.uriOf(name.span().file().name())
                    .ifPresent(
                            uri -> {
                                var location = new Location(uri, Positions.range(name.span()));
                                var symbol =
                                        new WorkspaceSymbol(
                                                name.text(), kind, Either.forLeft(location));
                                symbol.setContainerName(container);
                                found.add(symbol);
                            });
        }
    }

    private static boolean matches(String name, String query) {
        String wanted = query.toLowerCase(Locale.ROOT);
        int next = 0;
        for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
            if (next < wanted.length() && wanted.charAt(next) == c) {
                next++;
            }
        }
        return next == wanted.length();
    }
}
