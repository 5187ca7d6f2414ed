package coex.language.syntax;

/// What somebody typed in a session, parsed: declarations or statements.
///
/// @param isIncomplete whether it is right as far as it goes, and must go on
public record InputTree(SourceTree declarations, Block statements, boolean isIncomplete) {

    public boolean isDeclarations() {
        return statements.statements().isEmpty();
    }
}
