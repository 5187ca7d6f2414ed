package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;

/// What a module that is none of ours can call, on the module path. It was compiled as if it could
/// call everything.
class ForeignModuleTest {

    private static final String OURS = Path.of("target", "classes").toAbsolutePath().toString();

    @TempDir private Path folder;

    @Test
    void theJvmRefusesAForeignModuleWhatIsUnchecked() throws Throwable {
        Class<?> called = foreignModule("foreign");
        assertThatThrownBy(() -> run(called, "write"))
                .isInstanceOf(IllegalAccessError.class)
                .hasMessageContaining("coex.gc.memory.Memory")
                .hasMessageContaining("does not export coex.gc.memory to module foreign");
        assertThatThrownBy(() -> run(called, "reflect")).isInstanceOf(IllegalAccessException.class);
        assertThat(run(called, "open")).isEqualTo("Heap");
    }

    /// The JVM goes by names. So whoever names a module like one of ours that is not there gets
    /// what ours would, which SECURITY.md says.
    @Test
    void aModuleWithTheNameOfOneOfOursIsTakenForIt() throws Throwable {
        assertThat(run(foreignModule("coex.stress"), "reflect")).isEqualTo("Memory");
    }

    private static Object run(Class<?> called, String method) throws Throwable {
        try {
            return called.getMethod(method).invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /// A class in a layer of its own, with a copy of our module.
    private Class<?> foreignModule(String name) throws Exception {
        Path sources = Files.createDirectories(folder.resolve(name + "-sources"));
        Path classes = folder.resolve(name);
        Path descriptor =
                Files.writeString(
                        sources.resolve("module-info.java"),
                        "module " + name + " { requires coex.gc; exports any; }");
        Path source =
                Files.writeString(
                        Files.createDirectories(sources.resolve("any")).resolve("Any.java"),
                        """
                        package any;
                        public class Any {
                            public static void write() {
                                coex.gc.memory.Memory.putLong(64, 1);
                            }
                            public static String reflect() throws Exception {
                                Class<?> memory = Class.forName("coex.gc.memory.Memory");
                                memory.getMethod("untagged", long.class).invoke(null, 64L);
                                return memory.getSimpleName();
                            }
                            public static String open() {
                                return coex.gc.Heap.class.getSimpleName();
                            }
                        }
                        """);
        var javac = ToolProvider.findFirst("javac").orElseThrow();
        int status =
                javac.run(
                        System.out,
                        System.err,
                        "--module-path",
                        OURS,
                        "--add-exports",
                        "coex.gc/coex.gc.memory=" + name,
                        "-d",
                        classes.toString(),
                        descriptor.toString(),
                        source.toString());
        assertThat(status).isZero();
        Configuration found =
                ModuleLayer.boot()
                        .configuration()
                        .resolve(
                                ModuleFinder.of(Path.of(OURS), classes),
                                ModuleFinder.of(),
                                Set.of(name));
        return ModuleLayer.defineModulesWithOneLoader(
                        found, List.of(ModuleLayer.boot()), ClassLoader.getPlatformClassLoader())
                .layer()
                .findLoader(name)
                .loadClass("any.Any");
    }
}
