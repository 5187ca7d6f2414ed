package coex.language.syntax;

import coex.language.source.SourceFile;
import coex.language.source.Span;

import java.util.List;

/// A file, parsed.
public record SourceTree(
        SourceFile file,
        List<Import> imports,
        List<Alias> aliases,
        List<Directive> directives,
        List<Decl> declarations) {

    /// `import name` or `import "path"`
    public record Import(String target, boolean isPath, Span span) {}

    /// `replace name with module.function`
    public record Alias(Identifier name, List<Identifier> path, Span span) {}

    /// `printing on`, `debugging off`
    public record Directive(Output output, boolean isOn, Span span) {}

    public enum Output {
        PRINTING,
        DEBUGGING
    }
}
