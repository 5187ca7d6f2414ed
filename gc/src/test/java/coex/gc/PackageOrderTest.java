package coex.gc;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The packages of the collector are layers, and the collector stands on java.base alone.
class PackageOrderTest {
    /// Each package uses itself and those before it. A new package takes its place here.
    private static final List<String> ORDER =
            List.of(
                    "coex.gc",
                    "coex.gc.layout",
                    "coex.gc.memory",
                    "coex.gc.handle",
                    "coex.gc.heap",
                    "coex.gc.mutator",
                    "coex.gc.mark",
                    "coex.gc.sweep",
                    "coex.gc.move",
                    "coex.gc.diagnose",
                    "coex.gc.collect");

    /// The one class that looks up: it opens the heap that `collect`, the last package, puts
    /// together.
    private static final String HEAP = "coex.gc.Heap";

    private static final Path COMPILED = Path.of("target", "classes");
    private static final JavaClasses COLLECTOR = new ClassFileImporter().importPath(COMPILED);

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        assertThat(COLLECTOR).isNotEmpty();
        classes().should().resideInAnyPackage(ORDER.toArray(String[]::new)).check(COLLECTOR);
    }

    @Test
    void aPackageUsesOnlyThoseBeforeIt() {
        for (int i = 0; i < ORDER.size(); i++) {
            String name = ORDER.get(i);
            String[] usable = ORDER.subList(0, i + 1).toArray(String[]::new);
            ArchRule rule =
                    classes()
                            .that()
                            .resideInAPackage(name)
                            .and()
                            .doNotHaveFullyQualifiedName(HEAP)
                            .should()
                            .onlyDependOnClassesThat(
                                    resideOutsideOfPackage("coex.gc..")
                                            .or(resideInAnyPackage(usable)));
            rule.allowEmptyShould(true).check(COLLECTOR);
        }
    }

    @Test
    void heapLooksUpOnlyToThePackageThatBuildsIt() {
        classes()
                .that()
                .haveFullyQualifiedName(HEAP)
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("coex.gc..")
                                .or(resideInAPackage("coex.gc"))
                                .or(resideInAPackage("coex.gc.collect")))
                .check(COLLECTOR);
    }

    /// What the descriptor does not require, javac does not let the collector use.
    @Test
    void theCollectorRequiresJavaBaseOnly() throws IOException {
        try (InputStream in = Files.newInputStream(COMPILED.resolve("module-info.class"))) {
            assertThat(ModuleDescriptor.read(in).requires())
                    .extracting(ModuleDescriptor.Requires::name)
                    .containsExactly("java.base");
        }
    }
}
