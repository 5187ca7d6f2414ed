package coex.lsp.answer;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Comment;
import coex.language.syntax.Decl;
import coex.language.syntax.Lexer;
import coex.language.syntax.Parameter;
import coex.language.syntax.Token;
import coex.language.syntax.TokenKind;
import coex.language.syntax.Tokens;
import coex.language.type.Meaning;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Place;
import coex.lsp.analysis.Use;

import org.eclipse.lsp4j.SemanticTokens;
import org.eclipse.lsp4j.SemanticTokensLegend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Colours by what names stand for: a parameter is not a local, a field not a function.
public final class SemanticColours {

    /// The protocol's names, in the order of the enum.
    private enum Kind {
        NAMESPACE("namespace"),
        TYPE("type"),
        ENUM("enum"),
        INTERFACE("interface"),
        STRUCT("struct"),
        TYPE_PARAMETER("typeParameter"),
        PARAMETER("parameter"),
        VARIABLE("variable"),
        PROPERTY("property"),
        ENUM_MEMBER("enumMember"),
        FUNCTION("function"),
        METHOD("method"),
        KEYWORD("keyword"),
        STRING("string"),
        NUMBER("number"),
        COMMENT("comment");

        private final String name;

        Kind(String name) {
            this.name = name;
        }
    }

    private static final int DECLARATION = 1;
    private static final int READ_ONLY = 2;
    private static final int DEFAULT_LIBRARY = 4;

    public static final SemanticTokensLegend LEGEND =
            new SemanticTokensLegend(
                    Arrays.stream(Kind.values()).map(kind -> kind.name).toList(),
                    List.of("declaration", "readonly", "defaultLibrary"));

    private record Coloured(int start, int end, Kind kind, int modifiers) {}

    private SemanticColours() {}

    public static SemanticTokens of(Analysis analysis) {
        SourceFile file = analysis.file();
        var coloured = new ArrayList<Coloured>();
        var named = new HashSet<Integer>();
        Set<Place> parameters = parametersIn(analysis);
        for (Use use : analysis.names().of(file)) {
            named.add(use.place().start());
            coloured.add(of(use, parameters));
        }
        Tokens tokens = Lexer.read(file, new Problems());
        for (Token token : tokens.tokens()) {
            if (!named.contains(token.span().start())) {
                add(token.span(), kindOf(token.kind()), coloured);
            }
        }
        for (Comment comment : tokens.comments()) {
            add(comment.span(), Kind.COMMENT, coloured);
        }
        coloured.sort(Comparator.comparingInt(Coloured::start));
        return encoded(file, coloured);
    }

    private static void add(Span span, Kind kind, List<Coloured> coloured) {
        if (kind != null) {
            coloured.add(new Coloured(span.start(), span.end(), kind, 0));
        }
    }

    private static Kind kindOf(TokenKind kind) {
        return switch (kind) {
            case STRING, TRIPLE_STRING -> Kind.STRING;
            case INTEGER, FLOAT -> Kind.NUMBER;
            case INT, FLOAT_TYPE, BOOL, BYTE, CHAR, STRING_TYPE, JSON -> Kind.TYPE;
            case ATOMIC_INT, ATOMIC_FLOAT, ATOMIC_BOOL -> Kind.TYPE;
            default -> kind.isReservedWord() ? Kind.KEYWORD : null;
        };
    }

    private static Coloured of(Use use, Set<Place> parameters) {
        int modifiers = use.isDeclaration() ? DECLARATION : 0;
        Kind kind =
                switch (use.meaning()) {
                    case Meaning.Variable variable -> {
                        modifiers |= variable.isConst() ? READ_ONLY : 0;
                        yield variable.declaration()
                                        .map(Place::of)
                                        .filter(parameters::contains)
                                        .isPresent()
                                ? Kind.PARAMETER
                                : Kind.VARIABLE;
                    }
                    case Meaning.Function(var function) ->
                            function.ownerType().isPresent() || function.ownerMatrix().isPresent()
                                    ? Kind.METHOD
                                    : Kind.FUNCTION;
                    case Meaning.Alias _, Meaning.Extern _ -> Kind.FUNCTION;
                    case Meaning.UserType(var type) -> type.isEnum() ? Kind.ENUM : Kind.STRUCT;
                    case Meaning.Matrix _ -> Kind.STRUCT;
                    case Meaning.Trait _ -> Kind.INTERFACE;
                    case Meaning.Field _ -> Kind.PROPERTY;
                    case Meaning.Variant _ -> Kind.ENUM_MEMBER;
                    case Meaning.Module _ -> Kind.NAMESPACE;
                    case Meaning.Parameter _ -> Kind.TYPE_PARAMETER;
                    case Meaning.BuiltIn builtIn -> {
                        modifiers |= DEFAULT_LIBRARY;
                        yield ofBuiltIn(builtIn);
                    }
                };
        return new Coloured(use.place().start(), use.place().end(), kind, modifiers);
    }

    private static Kind ofBuiltIn(Meaning.BuiltIn builtIn) {
        if (builtIn.parameters().isPresent()) {
            return builtIn.of().isEmpty() ? Kind.FUNCTION : Kind.METHOD;
        }
        return builtIn.result().isPresent() ? Kind.PROPERTY : Kind.TYPE;
    }

    private static Set<Place> parametersIn(Analysis analysis) {
        var places = new HashSet<Place>();
        for (Decl declaration : analysis.tree().declarations()) {
            List<Decl.Function> functions =
                    switch (declaration) {
                        case Decl.Function function -> List.of(function);
                        case Decl.Type type -> type.methods();
                        case Decl.Matrix matrix -> matrix.formulas();
                        case Decl.Extern _, Decl.Trait _ -> List.of();
                    };
            for (Decl.Function function : functions) {
                for (Parameter parameter : function.signature().parameters()) {
                    places.add(Place.of(parameter.name().span()));
                }
            }
        }
        return places;
    }

    /// Five numbers for each piece, relative to the one before. A piece is within one line.
    private static SemanticTokens encoded(SourceFile file, List<Coloured> coloured) {
        var data = new ArrayList<Integer>();
        int lastLine = 1;
        int lastStart = 0;
        int end = 0;
        for (Coloured piece : coloured) {
            if (piece.start() < end) {
                continue; // something odd was read twice
            }
            end = piece.end();
            for (int line = file.lineOf(piece.start());
                    line <= file.lineOf(Math.max(piece.start(), end - 1));
                    line++) {
                int lineStart = file.startOfLine(line);
                int from = Math.max(piece.start(), lineStart);
                int to = Math.min(end, lineStart + file.line(line).length());
                if (from < to) {
                    int start = from - lineStart;
                    data.add(line - lastLine);
                    data.add(line == lastLine ? start - lastStart : start);
                    data.add(to - from);
                    data.add(piece.kind().ordinal());
                    data.add(piece.modifiers());
                    lastLine = line;
                    lastStart = start;
                }
            }
        }
        return new SemanticTokens(data);
    }
}
