package coex.runtime.csource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.runtime.csource.CSources.Described;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class CSourcesTest {

    private static final Described PLAIN =
            new Described("p/core", "1", List.of("**.c"), List.of(), List.of(), List.of());

    private static Map<String, byte[]> files(String... names) {
        var files = new HashMap<String, byte[]>();
        for (String name : names) {
            files.put(name, name.getBytes());
        }
        return files;
    }

    private static CSources sources(String... names) throws BuildFailure {
        return new CSources(PLAIN, files(names));
    }

    private static String key(
            String name, String version, List<String> headers, List<String> systemHeaders)
            throws BuildFailure {
        return new CSources(
                        new Described(
                                name, version, List.of("a.c"), headers, systemHeaders, List.of()),
                        files("a.c"))
                .key();
    }

    @Test
    void onlyCSourcesAndHeadersAreForCompilers() throws BuildFailure {
        CSources sources = sources("a.c", "d/b.c", "d/b.h", "r", "flags.txt", "@f", "x.so", "e.s");
        assertThat(sources.files().keySet()).containsExactly("a.c", "d/b.c", "d/b.h");
        assertThat(sources.units()).containsExactly("a.c", "d/b.c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@r.c",
                "d/@r.c",
                "@d/r.c",
                "-x.c",
                ".c",
                "..c",
                "a b.c",
                "a;b.c",
                "$(a).c",
                "a'b.c",
                "a\"b.c",
                "a\nb.c",
                "\u00FC.c",
                "../a.c",
                "/a.c",
                "a//b.c",
                "@r.h",
                "a\\b.h"
            })
    void aSourceIsRefusedForItsName(String name) {
        assertThatThrownBy(() -> sources("a.c", name))
                .isInstanceOf(BuildFailure.class)
                .hasMessageContaining("'%s' is not allowed".formatted(name));
    }

    @Test
    void aSourceIsRefusedForTheLengthOfItsName() {
        assertThatThrownBy(() -> sources("a".repeat(300) + ".c")).hasMessageContaining("allowed");
    }

    @ParameterizedTest
    @CsvSource({"a.c, A.c", "d/a.c, D/b.c", "d/a.h, D/A.h", "a.c, a.c/b.h", "A.c/b.h, a.c"})
    void namesThatAreOneFileOnSomeDisksAreRefused(String first, String second) {
        assertThatThrownBy(() -> sources(first, second))
                .isInstanceOf(BuildFailure.class)
                .hasMessageContaining("are one file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "/usr", "a/../..", "@a", "-a", "a b", ""})
    void anIncludeDirectoryIsRefused(String header) {
        assertThatThrownBy(() -> key("p", "1", List.of(header), List.of()))
                .isInstanceOf(BuildFailure.class)
                .hasMessageContaining("include directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "/etc/passwd", "a>\n#include </x", "@a", ""})
    void aSystemHeaderIsRefused(String header) {
        assertThatThrownBy(() -> key("p", "1", List.of(), List.of(header)))
                .isInstanceOf(BuildFailure.class)
                .hasMessageContaining("no name of a header");
    }

    @Test
    void whatIsDifferentHasAnotherKey() throws BuildFailure {
        String plain = key("p", "1", List.of(), List.of());
        assertThat(plain).matches("[0-9a-f]{32}");
        assertThat(key("p", "1", List.of(), List.of("math.h")))
                .as("a library that needs a header")
                .isNotEqualTo(plain);
        assertThat(key("p\0q", "1", List.of(), List.of()))
                .as("a zero byte is no border")
                .isNotEqualTo(key("p", "q\0" + "1", List.of(), List.of()));
        assertThat(key("p", "1", List.of("a"), List.of("b")))
                .isNotEqualTo(key("p", "1", List.of("a", "b"), List.of()));
        assertThat(sources("a.c", "b.c").key()).isNotEqualTo(sources("a.c").key());
        assertThat(sources("a.c", "README").key()).isEqualTo(sources("a.c").key());
    }

    @ParameterizedTest
    @CsvSource({
        "-lm, true",
        "-pthread, true",
        "-lstdc++, true",
        "-L/tmp, false",
        "-L., false",
        "-l:evil.a, false",
        "-l../evil, false",
        "-l-x, false",
        "Script, false",
        "evil.o, false",
        "/tmp/evil.so, false",
        "-Wl;-rpath, false",
        "-fplugin=evil.so, false",
        "@flags, false",
        "-o, false",
        "-specs=e, false",
        "-framework, false",
        "'', false",
    })
    void aLinkerIsToldNamesOfLibrariesOnly(String flag, boolean isAllowed) {
        for (boolean isMac : new boolean[] {false, true}) {
            String refusal = refusal(List.of(flag), isMac);
            assertThat(refusal == null).as(refusal).isEqualTo(isAllowed);
        }
    }

    @Test
    void aWordMayFollowFrameworkOnAMac() {
        assertThat(refusal(List.of("-framework", "Cocoa", "-lm"), true)).isNull();
        assertThat(refusal(List.of("-framework", "Cocoa"), false)).contains("only macOS");
        assertThat(refusal(List.of("-framework", "Cocoa", "Script"), true)).contains("Script");
        assertThat(refusal(List.of("-framework", "../Script"), true)).contains("-framework");
        assertThat(refusal(List.of("-lm", "-framework"), true)).contains("-framework");
    }

    private static String refusal(List<String> flags, boolean isMac) {
        try {
            LinkerFlags.check("p", flags, isMac);
            return null;
        } catch (BuildFailure e) {
            return e.getMessage();
        }
    }
}
