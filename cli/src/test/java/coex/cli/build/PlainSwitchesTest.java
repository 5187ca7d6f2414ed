package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/// The step of the build that rewrites our jars: it is compiled here, as the build does it, and let
/// loose on a jar of classes that say what they do.
class PlainSwitchesTest {

    private static final Path STEP = Path.of("src/build/java/PlainSwitches.java");

    /// Everything that has a switch or a record, and a main method that prints what each gives.
    private static final String SAMPLE =
            """
            import java.util.ArrayList;
            import java.util.List;

            public class Sample {
                sealed interface Shape permits Circle, Square, Group {
                    default String kind() {
                        return switch (this) {
                            case Circle _ -> "circle";
                            case Square _ -> "square";
                            case Group _ -> "group";
                        };
                    }
                }
                record Circle(double radius) implements Shape {}
                record Square(float side, int count, boolean isFull) implements Shape {}
                record Group(List<Shape> shapes, String name) implements Shape {}
                record Words(byte b, short s, char c, long l, Object o, int[] array) {}
                record Nothing() {}
                enum Colour { RED, GREEN }

                static String guarded(Object value) {
                    return switch (value) {
                        case null -> "null";
                        case Integer i when i > 10 -> "large " + i;
                        case Integer i when i > 5 -> "medium " + i;
                        case Number n -> "number " + n;
                        case String s when s.isEmpty() -> "empty";
                        case CharSequence s -> "text " + s;
                        case int[] array -> "ints " + array.length;
                        default -> "other";
                    };
                }

                static String nested(Shape shape) {
                    return switch (shape) {
                        case Square(float side, int count, boolean isFull) when isFull -> side + "x" + count;
                        case Group(List<Shape> inner, String name) when inner.size() == 1 -> name + nested(inner.get(0));
                        case Shape any -> any.kind();
                    };
                }

                static String constants(Object value) {
                    return switch (value) {
                        case Colour.RED -> "red";
                        case Colour other -> "not red: " + other;
                        default -> "no colour";
                    };
                }

                public static List<String> results() {
                    var results = new ArrayList<String>();
                    for (Object each : new Object[] {
                            null, 3, 7, 12, 2.5, "", "abc", new StringBuilder("b"), new int[2], 'c', Colour.RED}) {
                        results.add(guarded(each));
                    }
                    var square = new Square(1.5f, 2, true);
                    for (Shape each : List.of(
                            square, new Square(1, 2, false), new Circle(2), new Group(List.of(square), "one "),
                            new Group(List.of(), "none"))) {
                        results.add(nested(each) + " " + each.kind());
                    }
                    try {
                        nested(null);
                    } catch (NullPointerException e) {
                        results.add("no shape");
                    }
                    for (Object each : List.of(Colour.RED, Colour.GREEN, 1)) {
                        results.add(constants(each));
                    }
                    int[] array = {1};
                    var records = new ArrayList<Object>(List.of(
                            new Circle(0.0), new Circle(-0.0), new Circle(Double.NaN), new Circle(Double.NaN),
                            new Square(Float.NaN, 1, true), new Square(Float.NaN, 1, true), new Square(0f, 1, false),
                            new Square(-0f, 1, false), new Square(0f, 2, false), new Group(null, "a"),
                            new Group(null, "a"), new Group(List.of(square), "a"), new Group(List.of(square), null),
                            new Words((byte) -1, (short) 2, 'x', 1L << 40, null, array),
                            new Words((byte) -1, (short) 2, 'x', 1L << 40, null, array),
                            new Words((byte) -1, (short) 2, 'x', 1L << 40, null, null),
                            new Words((byte) 1, (short) 2, 'x', 1L << 40, "o", array),
                            new Words((byte) 1, (short) 3, 'y', 1L << 41, "o", array),
                            new Nothing(), new Nothing(), "no record"));
                    records.add(null);
                    for (Object one : records) {
                        if (one == null || one.toString().contains("array=[")) {
                            continue;
                        }
                        results.add(one + " " + one.hashCode());
                    }
                    for (Object one : records) {
                        for (Object other : records) {
                            results.add(String.valueOf(one != null && one.equals(other)));
                        }
                    }
                    return results;
                }
            }
            """;

    @TempDir private Path folder;
    private Path jar;

    @BeforeEach
    void compile() throws Exception {
        Path classes = javac(Files.writeString(folder.resolve("Sample.java"), SAMPLE), "sample");
        Path lib = Files.createDirectory(folder.resolve("lib"));
        jar = pack(classes, lib.resolve("coex-sample.jar"));
        Files.copy(jar, lib.resolve("other.jar"));
    }

    private Path javac(Path source, String into) throws Exception {
        Path classes = folder.resolve(into);
        Process javac =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                                "-d",
                                classes.toString(),
                                source.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(javac.getInputStream().readAllBytes());
        assertThat(javac.waitFor()).as(said).isZero();
        return classes;
    }

    private static Path pack(Path classes, Path jar) throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.list(classes)) {
            for (Path file : files.sorted().toList()) {
                out.putNextEntry(new JarEntry(file.getFileName().toString()));
                out.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }

    private void rewrite() throws Exception {
        Path step = javac(STEP, "step");
        try (var loader = new URLClassLoader(new URL[] {step.toUri().toURL()})) {
            var method =
                    loader.loadClass("PlainSwitches")
                            .getDeclaredMethod("rewriteJarsIn", Path.class);
            method.setAccessible(true);
            method.invoke(null, jar.getParent());
        }
    }

    /// What the classes of the jar do now; the JVM verifies them as it loads them.
    private List<String> results() throws Exception {
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
            var found = (List<?>) loader.loadClass("Sample").getMethod("results").invoke(null);
            return found.stream().map(String::valueOf).toList();
        }
    }

    /// The bootstrap methods that classes of the jar call, with what they make.
    private Set<String> bootstraps() throws IOException {
        var found = new TreeSet<String>();
        try (var file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                byte[] bytes = file.getInputStream(entry).readAllBytes();
                ClassFile.of().parse(bytes).methods().stream()
                        .flatMap(method -> method.code().stream())
                        .flatMap(code -> code.elementStream())
                        .filter(InvokeDynamicInstruction.class::isInstance)
                        .map(InvokeDynamicInstruction.class::cast)
                        .forEach(
                                call ->
                                        found.add(
                                                call.bootstrapMethod().methodName()
                                                        + " "
                                                        + call.name().stringValue()));
            }
        }
        return found;
    }

    @Test
    void rewrittenClassesDoWhatTheyDidBefore() throws Exception {
        List<String> before = results();
        rewrite();
        assertThat(results()).isEqualTo(before);
        assertThat(before).contains("large 12", "empty", "ints 2", "one 1.5x2 group");
    }

    @Test
    void switchesOverTypesAndRecordMethodsNeedNoBootstrapMethods() throws Exception {
        assertThat(bootstraps()).contains("typeSwitch typeSwitch", "bootstrap equals");
        rewrite();
        assertThat(bootstraps())
                .doesNotContain("bootstrap equals", "bootstrap hashCode")
                .contains("bootstrap toString"); // is seldom called
    }

    @Test
    void switchesOverConstantsStayAsTheyAreAndSoDoOtherJars() throws Exception {
        byte[] other = Files.readAllBytes(jar.resolveSibling("other.jar"));
        rewrite();
        assertThat(bootstraps()).contains("typeSwitch typeSwitch");
        assertThat(jar.resolveSibling("other.jar")).hasBinaryContent(other);
    }
}
