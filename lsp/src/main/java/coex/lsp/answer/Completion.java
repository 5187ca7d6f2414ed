package coex.lsp.answer;

import coex.language.check.BuiltInSignatures;
import coex.language.source.SourceFile;
import coex.language.syntax.Expr;
import coex.language.syntax.Pattern;
import coex.language.syntax.Stmt;
import coex.language.syntax.TokenKind;
import coex.language.type.FunctionSymbol;
import coex.language.type.Meaning;
import coex.language.type.ModuleSymbol;
import coex.language.type.Type;
import coex.language.type.TypeSymbol;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Workspace;

import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What could be typed at the cursor: every name that fits there. The editor shows those that begin
/// with what has been typed already.
public final class Completion {

    private static final java.util.regex.Pattern IMPORT =
            java.util.regex.Pattern.compile("\\s*import\\s+(\"[^\"]*)?");
    private static final java.util.regex.Pattern REPLACE =
            java.util.regex.Pattern.compile(
                    "\\s*replace\\s+\\w+\\s+with\\s+(?:(\\w+)\\s*\\.\\s*)?");
    private static final java.util.regex.Pattern CASE =
            java.util.regex.Pattern.compile("\\s*case\\s+");

    private final SourceFile file;
    private final Probe probe;
    private final Workspace workspace;

    /// By name: what is nearer comes first and hides what is farther.
    private final Map<String, CompletionItem> items = new LinkedHashMap<>();

    private final Map<String, Meaning> meanings = new HashMap<>();

    private Completion(SourceFile file, int cursor, Workspace workspace) {
        this.file = file;
        this.probe = new Probe(file, cursor);
        this.workspace = workspace;
    }

    /// An answer.
    ///
    /// @param meanings of the items, by their labels, as far as these are names of the program. Who
    ///     looks at an item asks what there is to say about it: for all of them that would be long
    public record Answer(List<CompletionItem> items, Map<String, Meaning> meanings) {

        public static final Answer NONE = new Answer(List.of(), Map.of());

        /// The item with its documentation, if it is of this answer.
        public CompletionItem documented(CompletionItem item, Documentation documentation) {
            Optional.ofNullable(meanings.get(item.getLabel()))
                    .filter(meaning -> Described.line(meaning).equals(item.getDetail()))
                    .flatMap(documentation::of)
                    .ifPresent(
                            text ->
                                    item.setDocumentation(
                                            new MarkupContent(MarkupKind.MARKDOWN, text)));
            return item;
        }
    }

    public static Answer at(SourceFile file, int cursor, Workspace workspace) {
        var completion = new Completion(file, cursor, workspace);
        completion.complete();
        return new Answer(
                new ArrayList<>(completion.items.values()), Map.copyOf(completion.meanings));
    }

    private void complete() {
        String line = probe.lineBefore();
        var replaced = REPLACE.matcher(line);
        if (IMPORT.matcher(line).matches()) {
            Importable.names(file).forEach(name -> put(name, CompletionItemKind.Module, "module"));
        } else if (probe.isInText()) {
            return;
        } else if (replaced.matches()) {
            inReplace(Optional.ofNullable(replaced.group(1)));
        } else {
            inCode();
        }
    }

    private void inReplace(Optional<String> module) {
        ModuleSymbol own = workspace.analyse(probe.named()).module();
        if (module.isEmpty()) {
            own.imports().forEach((name, symbol) -> put(new Meaning.Module(name, symbol)));
        } else if (own.imports().containsKey(module.get())) {
            functionsOf(own.imports().get(module.get()));
        }
    }

    /// The text at the cursor is unfinished, so the parser may not understand it. It is completed
    /// in two ways, one after the other, until one gives answers; if neither does, what may stand
    /// anywhere is offered.
    private void inCode() {
        for (SourceFile text : List.of(probe.named(), probe.closed())) {
            if (items.isEmpty()) {
                inProgram(workspace.analyse(text));
            }
        }
        boolean isAfterDot =
                !probe.before().isEmpty() && probe.before().getLast().kind() == TokenKind.DOT;
        if (items.isEmpty() && !isAfterDot) {
            everywhere(workspace.analyse(probe.closed()).module());
            words();
        }
    }

    private void inProgram(Analysis analysis) {
        Optional<Expr.Member> member =
                TreeSearch.first(
                        analysis.tree().declarations(),
                        Expr.Member.class,
                        each -> each.name().text().equals(Probe.NAME));
        if (member.isPresent()) {
            afterDot(member.get(), analysis);
            return;
        }
        if (analysis.names().isInPlaceOfType(Probe.NAME)) {
            types(analysis);
            return;
        }
        if (CASE.matcher(probe.lineBefore()).matches()) {
            inPattern(analysis);
        }
        Optional<List<Meaning.Variable>> visible = analysis.names().visibleAt(Probe.NAME);
        if (visible.isPresent()) {
            namesOfArguments();
            visible.get().forEach(this::put);
            ownMembers(analysis);
            everywhere(analysis.module());
            words();
        }
    }

    // After a dot

    private void afterDot(Expr.Member member, Analysis analysis) {
        ModuleSymbol module = analysis.module();
        Optional<Type> type = analysis.names().typeOf(member.receiver());
        if (type.isPresent()) {
            ofValue(type.get(), module);
        } else if (member.receiver() instanceof Expr.Name name) {
            ofName(name.text(), module);
        } else if (member.receiver() instanceof Expr.Member(Expr.Name name, var inner, _)
                && module.imports().containsKey(name.text())) {
            Optional.ofNullable(module.imports().get(name.text()).types().get(inner.text()))
                    .ifPresent(this::ofType);
        }
    }

    private void ofName(String name, ModuleSymbol module) {
        module.type(name).ifPresent(this::ofType);
        module.matrix(name).ifPresent(_ -> put("new", CompletionItemKind.Constructor, name));
        if (module.imports().containsKey(name)) {
            ModuleSymbol imported = module.imports().get(name);
            functionsOf(imported);
            if (imported.isPackage()) {
                imported.types().values().forEach(type -> put(new Meaning.UserType(type)));
                imported.externs().values().forEach(each -> put(new Meaning.Extern(each)));
            }
        }
        BuiltInSignatures.inNamespace(name).forEach(this::put);
    }

    private void functionsOf(ModuleSymbol module) {
        module.functions().values().stream()
                .filter(function -> !function.name().equals("main"))
                .filter(function -> !module.isStandard() || isForUsers(function))
                .forEach(function -> put(new Meaning.Function(function)));
    }

    /// What a module of the library has for itself has no comment above it.
    private static boolean isForUsers(FunctionSymbol function) {
        return DocComments.of(new Meaning.Function(function)).isPresent();
    }

    private void ofType(TypeSymbol type) {
        type.declaration().cases().forEach(each -> put(new Meaning.Variant(type, each)));
        type.methods().values().forEach(method -> put(new Meaning.Function(method)));
        if (!type.isEnum()) {
            put("new", CompletionItemKind.Constructor, type.name());
        }
    }

    private void ofValue(Type type, ModuleSymbol module) {
        Type value = type instanceof Type.Optionally(Type inner) ? inner : type;
        switch (value) {
            case Type.User user -> membersOf(user.symbol());
            case Type.Matrix matrix -> {
                matrix.symbol()
                        .formulas()
                        .values()
                        .forEach(each -> put(new Meaning.Function(each)));
                List.of("get", "set", "width", "height")
                        .forEach(name -> put(name, CompletionItemKind.Method, matrix.spelling()));
            }
            case Type.Tuple tuple ->
                    tuple.names().stream()
                            .flatMap(Optional::stream)
                            .forEach(name -> put(name, CompletionItemKind.Field, "tuple"));
            case Type.Result _ -> {
                put("value", CompletionItemKind.Field, "Result");
                put("error", CompletionItemKind.Field, "Result");
            }
            case Type.Basic.POSIX -> put("fd", CompletionItemKind.Field, "int");
            default -> {}
        }
        BuiltInSignatures.methods(value).forEach(this::put);
    }

    private void membersOf(TypeSymbol type) {
        for (int i = 0;
                i < Math.min(type.fields().size(), type.declaration().fields().size());
                i++) {
            put(
                    new Meaning.Field(
                            type, type.declaration().fields().get(i), type.fields().get(i).type()));
        }
        type.methods().values().forEach(method -> put(new Meaning.Function(method)));
    }

    // In patterns, arguments and types

    private void inPattern(Analysis analysis) {
        Optional<Stmt.Match> match =
                TreeSearch.first(
                        analysis.tree().declarations(),
                        Stmt.Match.class,
                        each ->
                                each.arms().stream()
                                        .anyMatch(
                                                arm ->
                                                        arm.pattern() instanceof Pattern.Named named
                                                                && named.name()
                                                                        .text()
                                                                        .equals(Probe.NAME)));
        match.flatMap(found -> analysis.names().typeOf(found.subject()))
                .ifPresent(
                        type -> {
                            Type value = type instanceof Type.Optionally(Type inner) ? inner : type;
                            if (value instanceof Type.User user) {
                                user.symbol()
                                        .declaration()
                                        .cases()
                                        .forEach(
                                                each ->
                                                        put(
                                                                new Meaning.Variant(
                                                                        user.symbol(), each)));
                            } else if (value instanceof Type.Result) {
                                put("Ok", CompletionItemKind.EnumMember, "Result");
                                put("Err", CompletionItemKind.EnumMember, "Result");
                            }
                        });
    }

    /// The names of parameters that have no argument yet.
    private void namesOfArguments() {
        Probe.OpenCall call = probe.openCall();
        boolean beginsArgument =
                call != null
                        && switch (probe.before().getLast().kind()) {
                            case LEFT_PAREN, COMMA -> true;
                            default -> false;
                        };
        if (beginsArgument) {
            Signatures.calleeOf(probe, call, workspace)
                    .flatMap(Signatures::signature)
                    .ifPresent(
                            signature ->
                                    signature.names().stream()
                                            .skip(call.argument())
                                            .filter(name -> !call.names().contains(name))
                                            .forEach(this::putArgument));
        }
    }

    private void putArgument(String name) {
        var item = new CompletionItem(name + ":");
        item.setKind(CompletionItemKind.Property);
        item.setInsertText(name + ": ");
        item.setDetail("argument");
        items.putIfAbsent(name + ":", item);
    }

    private void types(Analysis analysis) {
        ModuleSymbol module = analysis.module();
        userTypes(module);
        BuiltInSignatures.types().forEach(this::put);
    }

    private void userTypes(ModuleSymbol module) {
        module.types().values().forEach(type -> put(new Meaning.UserType(type)));
        module.matrices().values().forEach(matrix -> put(new Meaning.Matrix(matrix)));
        for (ModuleSymbol imported : module.imports().values()) {
            imported.types().values().forEach(type -> put(new Meaning.UserType(type)));
            imported.matrices().values().forEach(matrix -> put(new Meaning.Matrix(matrix)));
        }
    }

    // Anywhere

    /// Fields and methods of the type around the cursor, which need no `self` before them.
    private void ownMembers(Analysis analysis) {
        int cursor = analysis.file().text().indexOf(Probe.NAME);
        for (TypeSymbol type : analysis.module().types().values()) {
            var span = type.declaration().span();
            if (span.start() <= cursor && cursor < span.end()) {
                membersOf(type);
            }
        }
    }

    private void everywhere(ModuleSymbol module) {
        module.aliases().forEach((name, _) -> put(name, CompletionItemKind.Function, "replace"));
        module.functions().values().forEach(function -> put(new Meaning.Function(function)));
        module.externs().values().forEach(extern -> put(new Meaning.Extern(extern)));
        userTypes(module);
        module.imports().forEach((name, symbol) -> put(new Meaning.Module(name, symbol)));
        for (ModuleSymbol imported : module.imports().values()) {
            if (imported.isPackage()) {
                functionsOf(imported);
            }
        }
        BuiltInSignatures.functions().forEach(this::put);
        BuiltInSignatures.namespaces().stream()
                .sorted()
                .forEach(name -> put(Meaning.BuiltIn.plain(name)));
    }

    private void words() {
        TokenKind.reservedWords().stream()
                .sorted()
                .filter(word -> !word.equals("var"))
                .forEach(word -> put(word, CompletionItemKind.Keyword, ""));
    }

    private void put(Meaning meaning) {
        if (meaning.name().equals(Probe.NAME) || items.containsKey(meaning.name())) {
            return;
        }
        var item = new CompletionItem(meaning.name());
        item.setKind(Described.completionKind(meaning));
        item.setDetail(Described.line(meaning));
        items.put(meaning.name(), item);
        meanings.put(meaning.name(), meaning);
    }

    private void put(String name, CompletionItemKind kind, String detail) {
        var item = new CompletionItem(name);
        item.setKind(kind);
        if (!detail.isEmpty()) {
            item.setDetail(detail);
        }
        items.putIfAbsent(name, item);
    }
}
