package coex.lsp.analysis;

import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.Meaning;
import coex.language.type.NameListener;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the checker told of a program. While it is told, everything is only recorded: most
/// analyses are asked for their problems and nothing else. For one thread.
public final class NameTable implements NameListener {

    private final List<Use> heard = new ArrayList<>();
    private final List<Identifier> typeParameters = new ArrayList<>();
    private final List<Typed> typed = new ArrayList<>();
    private final Map<String, List<Meaning.Variable>> unknown = new HashMap<>();
    private final List<String> unknownTypes = new ArrayList<>();

    /// By file, and there by where names begin; null until somebody asks.
    private Map<SourceFile, TreeMap<Integer, Use>> uses;

    /// The first type of each expression; null until somebody asks.
    private Map<Expr, Type> types;

    private final List<SymbolWalk> declarations = new ArrayList<>();

    private record Typed(Expr expression, Type type) {}

    NameTable() {}

    /// Declares what the modules of the program declare, when names are asked for.
    void declares(SymbolWalk walk) {
        declarations.add(walk);
    }

    // What the checker tells

    @Override
    public void names(Span place, Meaning meaning) {
        heard.add(new Use(place, meaning));
    }

    @Override
    public void namesParameter(Identifier name) {
        typeParameters.add(name);
    }

    @Override
    public void hasType(Expr expression, Type type) {
        typed.add(new Typed(expression, type));
    }

    @Override
    public void isUnknown(String name, List<Meaning.Variable> visible) {
        unknown.putIfAbsent(name, visible);
    }

    @Override
    public void isUnknownType(Identifier name) {
        unknownTypes.add(name.text());
    }

    // What others ask

    /// The name at a position, or just before it.
    public Optional<Use> at(SourceFile file, int offset) {
        TreeMap<Integer, Use> names = in(file);
        Map.Entry<Integer, Use> entry = names.floorEntry(offset);
        return Optional.ofNullable(entry)
                .map(Map.Entry::getValue)
                .filter(use -> offset <= use.place().end());
    }

    /// All names of a file, in its order.
    public Collection<Use> of(SourceFile file) {
        return in(file).values();
    }

    /// All names that stand for what is declared at a place.
    public List<Use> usesOf(Place declaration) {
        return table().values().stream()
                .flatMap(names -> names.values().stream())
                .filter(
                        use ->
                                use.meaning()
                                        .declaration()
                                        .map(Place::of)
                                        .filter(declaration::equals)
                                        .isPresent())
                .toList();
    }

    /// The type of an expression of these trees.
    public Optional<Type> typeOf(Expr expression) {
        if (types == null) {
            types = new IdentityHashMap<>();
            typed.forEach(each -> types.putIfAbsent(each.expression(), each.type()));
        }
        return Optional.ofNullable(types.get(expression)).map(Types::resolved);
    }

    /// The smallest expression around a position whose type is known, and its type.
    public Optional<Type> typeAt(SourceFile file, int offset) {
        Typed smallest = null;
        for (Typed each : typed) {
            Span span = each.expression().span();
            boolean isAround = span.file() == file && span.start() <= offset && offset < span.end();
            if (isAround && (smallest == null || length(span) < length(spanOf(smallest)))) {
                smallest = each;
            }
        }
        return Optional.ofNullable(smallest)
                .map(each -> Types.resolved(each.type()))
                .filter(type -> !Types.isUnknown(type));
    }

    private static Span spanOf(Typed typed) {
        return typed.expression().span();
    }

    private static int length(Span span) {
        return span.end() - span.start();
    }

    /// The variables that were visible where this name was found to stand for nothing.
    public Optional<List<Meaning.Variable>> visibleAt(String name) {
        return Optional.ofNullable(unknown.get(name));
    }

    /// Whether this name was found where a type should be.
    public boolean isInPlaceOfType(String name) {
        return unknownTypes.contains(name);
    }

    private TreeMap<Integer, Use> in(SourceFile file) {
        return table().getOrDefault(file, new TreeMap<>());
    }

    private Map<SourceFile, TreeMap<Integer, Use>> table() {
        if (uses == null) {
            uses = new HashMap<>();
            declarations.forEach(walk -> walk.declare(this::put));
            heard.forEach(this::put);
            for (Identifier name : typeParameters) {
                declarations.stream()
                        .flatMap(walk -> walk.parameterAt(name).stream())
                        .findFirst()
                        .ifPresent(meaning -> put(new Use(name.span(), meaning)));
            }
        }
        return uses;
    }

    /// At one place the first wins: others are the same, found while an instance was checked.
    private void put(Use use) {
        if (use.place().start() < use.place().end()) {
            uses.computeIfAbsent(use.place().file(), _ -> new TreeMap<>())
                    .putIfAbsent(use.place().start(), use);
        }
    }
}
