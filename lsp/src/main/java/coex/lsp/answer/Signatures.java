package coex.lsp.answer;

import coex.language.source.SourceFile;
import coex.language.syntax.Decl;
import coex.language.syntax.Parameter;
import coex.language.type.Meaning;
import coex.language.type.TypeSymbol;
import coex.lsp.analysis.Analysis;
import coex.lsp.analysis.Workspace;

import org.eclipse.lsp4j.ParameterInformation;
import org.eclipse.lsp4j.SignatureHelp;
import org.eclipse.lsp4j.SignatureInformation;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// What a call wants, while it is typed.
public final class Signatures {

    private Signatures() {}

    /// A callee: how it is shown, and its parameters with their names, if they have any.
    ///
    /// @param shown each parameter as it stands in the line
    record Signature(String line, List<String> shown, List<String> names) {}

    public static Optional<SignatureHelp> at(SourceFile file, int cursor, Workspace workspace) {
        var probe = new Probe(file, cursor);
        Probe.OpenCall call = probe.openCall();
        if (call == null) {
            return Optional.empty();
        }
        return calleeOf(probe, call, workspace).flatMap(meaning -> help(meaning, call));
    }

    /// What is called; it is the same in both ways to finish the text, if it is found in both.
    static Optional<Meaning> calleeOf(Probe probe, Probe.OpenCall call, Workspace workspace) {
        for (SourceFile text : List.of(probe.named(), probe.closed())) {
            Analysis analysis = workspace.analyse(text);
            Optional<Meaning> callee =
                    analysis.names()
                            .at(analysis.file(), call.callee().span().start())
                            .filter(use -> use.place().start() == call.callee().span().start())
                            .map(use -> use.meaning());
            if (callee.isPresent()) {
                return callee;
            }
        }
        return Optional.empty();
    }

    private static Optional<SignatureHelp> help(Meaning meaning, Probe.OpenCall call) {
        return signature(meaning)
                .map(
                        signature -> {
                            var information = new SignatureInformation(signature.line());
                            DocComments.of(meaning).ifPresent(information::setDocumentation);
                            information.setParameters(
                                    signature.shown().stream()
                                            .map(ParameterInformation::new)
                                            .toList());
                            return new SignatureHelp(
                                    List.of(information), 0, active(signature, call));
                        });
    }

    private static int active(Signature signature, Probe.OpenCall call) {
        int byName = signature.names().indexOf(call.names().getLast());
        return byName >= 0 && !call.names().getLast().isEmpty() ? byName : call.argument();
    }

    static Optional<Signature> signature(Meaning meaning) {
        String line = Described.line(meaning);
        return switch (meaning) {
            case Meaning.Function(var function) ->
                    Optional.of(of(line, function.declaration().signature().parameters()));
            case Meaning.Alias(_, var function) ->
                    Optional.of(of(line, function.declaration().signature().parameters()));
            case Meaning.Extern(var extern) ->
                    Optional.of(of(line, extern.declaration().parameters()));
            case Meaning.UserType(TypeSymbol type) ->
                    type.isEnum()
                            ? Optional.empty()
                            : Optional.of(ofFields(type.name(), type.declaration().fields()));
            case Meaning.Variant(_, var variant) ->
                    Optional.of(ofFields(variant.name().text(), variant.fields()));
            case Meaning.BuiltIn builtIn ->
                    builtIn.parameters()
                            .map(
                                    types ->
                                            new Signature(
                                                    line,
                                                    types.stream()
                                                            .map(Described::spelling)
                                                            .toList(),
                                                    List.of()));
            default -> Optional.empty();
        };
    }

    private static Signature of(String line, List<Parameter> parameters) {
        return new Signature(
                line,
                parameters.stream()
                        .map(parameter -> Described.oneLine(parameter.span().text()))
                        .toList(),
                parameters.stream().map(parameter -> parameter.name().text()).toList());
    }

    private static Signature ofFields(String name, List<Decl.Field> fields) {
        List<String> names = fields.stream().map(field -> field.name().text()).toList();
        List<String> shown =
                IntStream.range(0, fields.size())
                        .mapToObj(
                                i ->
                                        names.get(i)
                                                + ": "
                                                + Described.oneLine(
                                                        fields.get(i).type().span().text()))
                        .toList();
        return new Signature(name + "(" + String.join(", ", shown) + ")", shown, names);
    }
}
