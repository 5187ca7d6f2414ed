package coex.language.type;

import coex.language.source.SourceFile;
import coex.language.syntax.SourceTree;

import java.util.List;
import java.util.Optional;

/// Finds what a program imports. The front end reads no files itself.
public interface ModuleFinder {

    Found find(SourceTree.Import wanted, SourceFile importer);

    /// Names of modules that can be imported from anywhere, for suggestions.
    default List<String> known() {
        return List.of();
    }

    sealed interface Found {

        /// A file.
        record Module(SourceFile file) implements Found {}

        /// A module of the standard library.
        record Standard(SourceFile file) implements Found {}

        /// A package that comes with the runtime.
        record LibraryPackage(String name, SourceFile file) implements Found {}

        /// A package: the files of its sources, in order.
        record Package(String name, List<SourceFile> files) implements Found {}

        /// @param searched where it was looked for, as part of a sentence
        /// @param hint what to do about it
        record Nothing(String searched, Optional<String> hint) implements Found {

            public Nothing(String searched) {
                this(searched, Optional.empty());
            }
        }

        /// Something is there and cannot be used.
        record Unusable(String why) implements Found {}
    }
}
