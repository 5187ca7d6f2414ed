package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/// What a Java program on the module path cannot reach of the jars that this build has made.
class InternalPackagesIT {

    private static final Path JARS = Path.of("target", "dist", "lib").toAbsolutePath();
    private static final Path TESTS = Path.of("target", "test-classes").toAbsolutePath();

    /// Calls an unchecked class with what does no harm.
    public static final class Intruder {
        public static void main(String[] arguments) throws Exception {
            System.out.print(
                    Class.forName("coex.gc.memory.Memory")
                            .getMethod("untagged", long.class)
                            .invoke(null, 0L));
        }
    }

    @Test
    void theJvmRefusesUncheckedClasses() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--module-path",
                                JARS.toString(),
                                "--add-modules",
                                "coex.gc",
                                "-cp",
                                TESTS.toString(),
                                Intruder.class.getName())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(said)
                .contains(
                        "IllegalAccessException",
                        "module coex.gc does not export coex.gc.memory to unnamed module");
    }

    @ParameterizedTest
    @ValueSource(strings = {"coex.gc", "coex.collections", "coex.observe"})
    void everyoneReachesThePackageOfTheModulesNameAndOnlyOurModulesTheOthers(String name) {
        ModuleDescriptor module = ModuleFinder.of(JARS).find(name).orElseThrow().descriptor();
        assertThat(
                        module.exports().stream()
                                .filter(exports -> !exports.isQualified())
                                .map(Exports::source)
                                .collect(Collectors.toSet()))
                .isEqualTo(Set.of(name));
        assertThat(module.exports().stream().flatMap(exports -> exports.targets().stream()))
                .allMatch(target -> target.startsWith("coex."));
        assertThat(module.isOpen()).isFalse();
        assertThat(module.opens()).isEmpty();
    }
}
