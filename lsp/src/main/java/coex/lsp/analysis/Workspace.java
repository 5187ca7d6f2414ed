package coex.lsp.analysis;

import coex.language.problem.Problems;
import coex.language.source.NotUtf8Exception;
import coex.language.source.SourceFile;
import coex.language.source.SourceText;
import coex.lsp.text.Document;
import coex.runtime.library.FileModules;
import coex.runtime.sandbox.FileAccess;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The texts that are open, the folders that the editor works in, and what is known of them. For
/// one thread: the [coex.lsp.server.Worker].
public final class Workspace {

    /// In a folder with more, such as somebody's home, the rest is not looked at.
    private static final int MOST_FILES = 2_000;

    private static final int DEEPEST_FOLDER = 16;
    private static final long LARGEST_FILE = 4L << 20;

    private final Map<String, Document> open = new LinkedHashMap<>();
    private final Map<String, Analysis> analyses = new HashMap<>();
    private List<Path> folders = List.of();

    public Workspace() {}

    public void setFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    // Texts

    /// Opens a document, or replaces it by a newer version of itself.
    public void put(Document document) {
        open.put(document.uri(), document);
        forget(document.uri());
    }

    public void close(String uri) {
        open.remove(uri);
        forget(uri);
    }

    /// Something changed that is not open.
    public void forgetImports() {
        analyses.values().removeIf(Analysis::importsAnything);
    }

    private void forget(String uri) {
        analyses.remove(uri);
        forgetImports();
    }

    public Optional<Document> document(String uri) {
        return Optional.ofNullable(open.get(uri));
    }

    public Collection<Document> documents() {
        return open.values();
    }

    // Analyses

    /// What is known of an open document now, with advice: its problems are shown.
    public Analysis analysis(Document document) {
        return analyses.computeIfAbsent(
                document.uri(), _ -> analyse(document.file(), Map.of(), Problems.withAdvice()));
    }

    /// What would be known of a file if it had this text.
    public Analysis analyse(SourceFile file) {
        return analyse(file, Map.of());
    }

    /// What would be known of a file if others had other texts.
    public Analysis analyse(SourceFile file, Map<String, SourceFile> others) {
        return analyse(file, others, new Problems());
    }

    private Analysis analyse(SourceFile file, Map<String, SourceFile> others, Problems problems) {
        var texts = new HashMap<String, SourceFile>();
        open.values().forEach(document -> texts.put(document.file().name(), document.file()));
        texts.putAll(others);
        texts.put(file.name(), file);
        FileProject project = FileProject.around(file);
        var disk = new FileModules(FileAccess.ALL, project);
        return Analysis.of(file, new OpenFiles(texts, disk, project), problems);
    }

    // Files

    /// All Coex files below the folders, and all that are open, by name, with what is open in the
    /// place of what is on disk.
    public Map<String, SourceFile> files() {
        var files = new TreeMap<String, SourceFile>();
        for (Path folder : folders) {
            for (Path path : below(folder, MOST_FILES - files.size())) {
                read(path).ifPresent(file -> files.put(file.name(), file));
            }
        }
        open.values().forEach(document -> files.put(document.file().name(), document.file()));
        return files;
    }

    private static Optional<SourceFile> read(Path path) {
        try {
            return Files.size(path) > LARGEST_FILE
                    ? Optional.empty()
                    : Optional.of(
                            new SourceFile(
                                    path.toString(), SourceText.decode(Files.readAllBytes(path))));
        } catch (IOException | NotUtf8Exception _) {
            return Optional.empty(); // it has no names that anybody could use
        }
    }

    private static List<Path> below(Path folder, int most) {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(
                    folder,
                    Set.of(),
                    DEEPEST_FOLDER,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path directory, BasicFileAttributes attributes) {
                            String name = String.valueOf(directory.getFileName());
                            boolean isSkipped =
                                    !directory.equals(folder)
                                            && (name.startsWith(".")
                                                    || name.equals("node_modules")
                                                    || name.equals("target"));
                            return isSkipped
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            if (file.toString().endsWith(".coex")) {
                                found.add(file.toAbsolutePath().normalize());
                            }
                            return found.size() < most
                                    ? FileVisitResult.CONTINUE
                                    : FileVisitResult.TERMINATE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException failure) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException _) {
            return found; // what could be read
        }
        return found;
    }

    /// The analysis of a file of [#files]: that of the document if it is open.
    public Analysis analysisOf(SourceFile file) {
        return open.values().stream()
                .filter(document -> document.file().name().equals(file.name()))
                .findFirst()
                .map(this::analysis)
                .orElseGet(() -> analyse(file));
    }
}
