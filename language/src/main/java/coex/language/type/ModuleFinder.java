package coex.language.type;

import coex.language.source.SourceFile;
import coex.language.syntax.SourceTree;

import java.util.List;

/// Finds what a program imports. The front end reads no files itself.
public interface ModuleFinder {

    Found find(SourceTree.Import wanted, SourceFile importer);

    sealed interface Found {

        /// A file.
        record Module(SourceFile file) implements Found {}

        /// A package: the files of its sources, in order.
        record Package(String name, List<SourceFile> files) implements Found {}

        /// @param searched where it was looked for, as part of a sentence
        record Nothing(String searched) implements Found {}

        /// Something is there and cannot be used.
        record Unusable(String why) implements Found {}
    }
}
