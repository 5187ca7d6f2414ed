package coex.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The modules that a misspelled import is compared with are those there are.
class KnownModulesTest {

    private static final Path RESOURCES = Path.of("src/main/resources/coex");

    @Test
    void allModulesThatComeWithTheRuntimeAreKnown() throws IOException {
        assertThat(new FileModules().known())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(modules("lib").stream(), modules("std").stream()).toList());
    }

    private static List<String> modules(String folder) throws IOException {
        try (Stream<Path> files = Files.list(RESOURCES.resolve(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".coex"))
                    .map(name -> name.replace(".coex", ""))
                    .toList();
        }
    }
}
