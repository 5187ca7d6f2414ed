package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The methods of the hot paths are small enough for C2 to make them part of their callers. Design
/// note 0008 shows that it does.
class InlinableTest {

    /// Bytes of bytecode up to which a method is inlined also where it is called now and then
    /// (`MaxInlineSize`).
    private static final int ANYWHERE = 35;

    /// Bytes of bytecode up to which one is inlined where it is called often (`FreqInlineSize`).
    private static final int WHERE_HOT = 325;

    private static Stream<Arguments> methods() {
        return Stream.concat(
                of(
                        ANYWHERE,
                        List.of(
                                "MutatorContext.address",
                                "MutatorContext.enter",
                                "MutatorContext.leave",
                                "MutatorContext.setRoot",
                                "MutatorContext.storeReference",
                                "MutatorContext.poll",
                                "MutatorContext.isAsked",
                                "MutatorContext.popTo",
                                "ShadowStack.leave",
                                "ShadowStack.setTop",
                                "WriteBarrier.store",
                                "ObjectAllocator.takeReserved",
                                "AllocationBuffer.hasRoom",
                                "AllocationBuffer.bump",
                                "AllocationBuffer.bumpReserved",
                                "HandleTable.locate",
                                "HandleTable.publish",
                                "HandleRun.isInSpan",
                                "HandleRun.hasNext",
                                "Memory.known",
                                "Memory.getByte",
                                "Memory.putByte",
                                "Memory.getInt",
                                "Memory.putInt",
                                "Memory.getLong",
                                "Memory.putLong",
                                "Memory.getDouble",
                                "Memory.putDouble",
                                "Memory.putIntRelease",
                                "Memory.putLongRelease")),
                of(
                        WHERE_HOT,
                        List.of(
                                "ObjectAllocator.allocate",
                                "ObjectAllocator.take",
                                "ObjectAllocator.zero",
                                "ObjectAllocator.publish",
                                "MutatorContext.root",
                                "MutatorContext.rooted",
                                "MutatorContext.reroot",
                                "ShadowStack.enter",
                                "ShadowStack.push",
                                "ShadowStack.popTo",
                                "CheckedAccess.resolve",
                                "CheckedAccess.locate",
                                "CheckedAccess.locateForWrite",
                                "WriteBarrier.shade",
                                "WriteBarrier.logWrite",
                                "WriteBarrier.storeRoot")));
    }

    private static Stream<Arguments> of(int most, List<String> names) {
        return names.stream().map(name -> Arguments.of(name, most));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void isNotTooBigToBeInlined(String name, int most) throws IOException {
        String[] words = name.split("\\.");
        List<MethodModel> found = methodsOf(words[0], words[1]);
        assertThat(found).as("methods called " + name).isNotEmpty();
        for (MethodModel method : found) {
            int bytes = method.findAttribute(Attributes.code()).orElseThrow().codeLength();
            assertThat(bytes)
                    .as("bytes of bytecode of %s%s", name, method.methodType().stringValue())
                    .isLessThanOrEqualTo(most);
        }
    }

    /// All of that name in a class of one of the packages with hot paths.
    private static List<MethodModel> methodsOf(String owner, String name) throws IOException {
        for (String folder : List.of("mutator", "handle", "memory", "collect")) {
            String file = "/coex/gc/%s/%s.class".formatted(folder, owner);
            try (InputStream in = MutatorContext.class.getResourceAsStream(file)) {
                if (in != null) {
                    return ClassFile.of().parse(in.readAllBytes()).methods().stream()
                            .filter(method -> method.methodName().equalsString(name))
                            .toList();
                }
            }
        }
        throw new AssertionError("no class " + owner);
    }

    /// The limits are those of the JVM that runs this.
    @ParameterizedTest
    @MethodSource("limits")
    void theLimitsAreThoseOfTheJvm(String flag, int bytes) throws Exception {
        Process java =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElse("java"),
                                "-XX:+PrintFlagsFinal",
                                "-version")
                        .redirectErrorStream(true)
                        .start();
        String flags;
        try (InputStream out = java.getInputStream()) {
            flags = new String(out.readAllBytes());
        }
        assertThat(java.waitFor()).isZero();
        assertThat(Arrays.stream(flags.split("\n")).filter(line -> line.contains(" " + flag + " ")))
                .singleElement()
                .asString()
                .containsPattern("= " + bytes + " ");
    }

    private static Stream<Arguments> limits() {
        return Stream.of(
                Arguments.of("MaxInlineSize", ANYWHERE), Arguments.of("FreqInlineSize", WHERE_HOT));
    }
}
