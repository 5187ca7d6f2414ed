package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.util.List;

/// The way down of an update is small enough for C2 to make it part of its callers where it is hot
/// (`FreqInlineSize`, which `InlinableTest` compares with the JVM), as are the words of nodes
/// anywhere.
class InlinableUpdateTest {

    @ParameterizedTest
    @CsvSource({
        "TrieUpdate, descend, 325",
        "Trie, bits, 35",
        "Trie, childBits, 35",
        "Trie, entryBits, 35",
        "Trie, count, 35",
        "Trie, rank, 35",
        "Trie, bit, 35",
        "Trie, child, 35"
    })
    void isNotTooBigToBeInlined(String owner, String name, int most) throws IOException {
        List<MethodModel> found;
        try (InputStream in = Trie.class.getResourceAsStream(owner + ".class")) {
            found =
                    ClassFile.of().parse(in.readAllBytes()).methods().stream()
                            .filter(method -> method.methodName().equalsString(name))
                            .toList();
        }
        assertThat(found).as("methods called " + name).isNotEmpty();
        for (MethodModel method : found) {
            int bytes = method.findAttribute(Attributes.code()).orElseThrow().codeLength();
            assertThat(bytes)
                    .as("bytes of bytecode of %s.%s", owner, name)
                    .isLessThanOrEqualTo(most);
        }
    }
}
