package coex.lsp.answer;

import coex.language.type.Meaning;

import java.util.Optional;
import java.util.function.Function;

/// What is said about names: the comments above their declarations, and about what is built in what
/// the reference has. In Markdown.
public final class Documentation {

    /// By names such as `List.append`, `print` and `posix`; null for what it does not have.
    private final Function<String, String> reference;

    public Documentation(Function<String, String> reference) {
        this.reference = reference;
    }

    Optional<String> of(Meaning meaning) {
        return switch (meaning) {
            case Meaning.BuiltIn builtIn ->
                    Optional.ofNullable(
                            reference.apply(
                                    builtIn.of().isEmpty()
                                            ? builtIn.name()
                                            : builtIn.of() + "." + builtIn.name()));
            case Meaning.Alias alias -> DocComments.of(new Meaning.Function(alias.target()));
            default -> DocComments.of(meaning);
        };
    }
}
