package coex.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.runtime.csource.CCompiler;
import coex.runtime.csource.ForeignCache;
import coex.runtime.csource.ForeignParts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

class PackageLoaderTest {

    @TempDir Path folder;

    private PackageLoader loader() {
        return loader(CCompiler.ofHost());
    }

    private PackageLoader loader(CCompiler compiler) {
        return new PackageLoader(
                new ForeignParts(compiler, new ForeignCache(folder.resolve("cache"))));
    }

    private LoadedPackage load(PackageFile file) throws IOException, PackageException {
        return loader().load(file.write(folder.resolve("tried.cxz")));
    }

    private BuiltPackage built(PackageFile file) throws IOException, PackageException {
        return built(loader(), file.write(folder.resolve("tried.cxz")));
    }

    private static BuiltPackage built(PackageLoader loader, Path file) throws PackageException {
        return loader.build(loader.load(file));
    }

    private static PackageFile manifest(String text) {
        return new PackageFile().with("manifest.toml", text);
    }

    @Test
    void aPackageTellsWhatItsManifestSays() throws Exception {
        PackageFile.net().write(folder.resolve("net.cxz"));
        PackageLoader loader = loader();
        LoadedPackage net = loader.load("net", List.of(folder));
        assertThat(net.name()).isEqualTo("net");
        assertThat(net.version()).isEqualTo("1.2.0");
        assertThat(net.manifest().authors()).containsExactly("Ann", "Bob");
        assertThat(net.manifest().description()).isEmpty();
        assertThat(net.manifest().license()).isEmpty();
        assertThat(net.sources().keySet()).containsExactly("net.coex", "more.coex");
        assertThat(net.symbols()).isEmpty();
        assertThat(loader.build(net).linkArguments()).isEmpty();
        assertThat(loader.load("net", List.of(folder))).isSameAs(net);
    }

    @Test
    void aForeignPartBecomesOneLibraryAndIsBuiltOnce() throws Exception {
        Path file = PackageFile.sums().write(folder.resolve("sums.cxz"));
        BuiltPackage built = built(loader(), file);
        LoadedPackage sums = built.loaded();
        Path library = built.libraries().get("core").file();
        assertThat(built.linkArguments()).containsExactly(library.toString(), "-lm");
        assertThat(sums.symbols().get("sums_add").parameters()).containsExactly("int", "int");
        assertThat(sums.symbols().get("sums_add").result()).isEqualTo("int");
        assertThat(sums.symbols().get("sums_note").result()).isEqualTo("void");
        // A loader that could build nothing finds what the first has built.
        var again = built(loader(new CCompiler(List.of("no-such-compiler"))), file);
        assertThat(again.libraries()).isEqualTo(built.libraries());
    }

    @Test
    void otherSourcesAreAnotherLibrary() throws Exception {
        Path file = folder.resolve("sums.cxz");
        var first = built(loader(), PackageFile.sums().write(file));
        var changed =
                PackageFile.sums()
                        .with(
                                "ffi/src/sums.c",
                                "#include \"sums.h\"\n"
                                    + "int64_t sums_add(int64_t a, int64_t b) { return a - b; }\n");
        var second = built(loader(), changed.write(file));
        assertThat(second.libraries().get("core").key())
                .isNotEqualTo(first.libraries().get("core").key())
                .matches("[0-9a-f]{32}");
    }

    @Test
    void theCacheKnowsWhatIsInItUntilItIsCleared() throws Exception {
        var cache = new ForeignCache(folder.resolve("cache"));
        String key = "0".repeat(32);
        assertThat(cache.find(key)).isEmpty();
        assertThat(Files.readString(cache.keep(key, "x".getBytes()).file())).isEqualTo("x");
        assertThat(cache.find(key)).isPresent();
        cache.clear();
        assertThat(cache.find(key)).isEmpty();
    }

    @Test
    void manyMayBuildTheSameAtOnce() throws Exception {
        Path file = PackageFile.sums().write(folder.resolve("sums.cxz"));
        List<Future<BuiltPackage>> loaded = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                Callable<BuiltPackage> load = () -> built(loader(), file);
                loaded.add(threads.submit(load));
            }
        }
        for (Future<BuiltPackage> one : loaded) {
            assertThat(one.get().libraries()).isEqualTo(loaded.getFirst().get().libraries());
        }
        try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void whatIsNotThereIsNothingUntilItIsLoaded() {
        assertThat(loader().find("ghost", List.of(folder))).isEmpty();
        assertThatThrownBy(() -> loader().load("ghost", List.of(folder)))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("not found")
                .hasMessageContaining("coex pkg install ghost");
    }

    @Test
    void aNameIsLookedForAsAFileAndThenInAFolderOfItsOwn() throws Exception {
        Path inFolder = PackageFile.net().write(folder.resolve("a/net/net.cxz"));
        List<Path> searched = List.of(folder.resolve("a"), folder.resolve("b"));
        assertThat(loader().find("net", searched)).contains(inFolder);
        Path asFile = PackageFile.net().write(folder.resolve("a/net.cxz"));
        assertThat(loader().find("net.cxz", searched)).contains(asFile);
        assertThat(loader().find(asFile.toString(), List.of())).contains(asFile);
        assertThat(loader().find("net/net.cxz", searched)).contains(inFolder);
    }

    @ParameterizedTest
    @CsvSource({"lib/net.cxz, net", "net, net", "net.cxz, net", "/a/b.c/d.cxz, d"})
    void theNameOfAPackageIsThatOfItsFile(String target, String name) {
        assertThat(PackageLoader.nameOf(target)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a'b", "a\"b", "a;b", "a[b", "a<b", "a`b", "a$b", "a\u001Bb", "a|b"})
    void aPackageIsRefusedForItsName(String name) throws Exception {
        assumeTrue(File.separatorChar == '/', "other systems have no such files");
        Path file = PackageFile.net().write(folder.resolve(name + ".cxz"));
        assertThatThrownBy(() -> loader().load(file))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("is refused for its name");
    }

    @Test
    void aPackageMayHaveANameInAnyLanguage() throws Exception {
        Path file = PackageFile.net().write(folder.resolve("gr\u00F6\u00DFe 1.0-b+c_d.cxz"));
        assertThat(loader().load(file).name()).isEqualTo("gr\u00F6\u00DFe 1.0-b+c_d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a,b", "\\\\", "a]", "[z-a]"})
    void aPatternThatIsNoneIsToldSo(String pattern) {
        assertThatThrownBy(
                        () ->
                                load(
                                        manifest(
                                                "[library]\n"
                                                        + "name = \"x\"\n"
                                                        + "version = \"1\"\n"
                                                        + "[ffi.p]\n"
                                                        + "source = [\"%s\"]".formatted(pattern))))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("is no pattern");
    }

    @Test
    void whatIsNoArchiveIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("bad.cxz"), "not at all");
        assertThatThrownBy(() -> loader().load(file)).hasMessageContaining("not a ZIP");
        Path empty = Files.createFile(folder.resolve("empty.cxz"));
        assertThatThrownBy(() -> loader().load(empty)).hasMessageContaining("not a ZIP");
    }

    @Test
    void anArchiveCutOffAnywhereIsRefusedOrWhole() throws Exception {
        byte[] whole = Files.readAllBytes(PackageFile.net().write(folder.resolve("net.cxz")));
        for (int length = 0; length < whole.length; length += 7) {
            Path cut = folder.resolve("cut.cxz");
            Files.write(cut, java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> loader().load(cut))
                    .as("cut off after %d bytes", length)
                    .isInstanceOf(PackageException.class);
        }
    }

    @Test
    void anArchiveWithFlippedBytesNeverFailsOtherwise() throws Exception {
        byte[] whole = Files.readAllBytes(PackageFile.net().write(folder.resolve("net.cxz")));
        Path flipped = folder.resolve("flipped.cxz");
        int refused = 0;
        for (int at = 0; at < whole.length; at += 3) {
            byte[] bytes = whole.clone();
            bytes[at] ^= 0x41;
            Files.write(flipped, bytes);
            try {
                loader().load(flipped);
            } catch (PackageException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil.c", "/etc/evil", "src/../../evil", "src/./evil"})
    void namesThatLeadOutAreRefused(String name) {
        assertThatThrownBy(() -> load(PackageFile.net().with(name, "x")))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("leads out of it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\b", "C:evil", "src/a\nb.c", "src/\u001B[31m.c"})
    void namesThatAreNoneElsewhereAreRefusedAndShownOnOneLine(String name) {
        assertThatThrownBy(() -> load(PackageFile.net().with(name, "x")))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("no backslash, colon or control character")
                .hasMessageMatching("[^\\p{Cntrl}]*");
    }

    @Test
    void anArchiveThatUnpacksToTooMuchIsRefused() {
        assertThatThrownBy(() -> load(PackageFile.net().with("src/zeros", new byte[70 << 20])))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("unpacks to more than");
    }

    @Test
    void aPackageWithoutAManifestIsRefused() {
        assertThatThrownBy(() -> load(new PackageFile().with("src/a.coex", "")))
                .hasMessageContaining("manifest.toml");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "|name = \"x\"|, [library]",
                "|[library]\nversion = \"1\"|, no name",
                "|[library]\nname = \"x\"|, no version",
                "|[library]\nname = x|, line 2",
                "|[library]\nname = \"x|, does not end",
                "|[library]\nname = \"x\"\nname = \"y\"|, twice",
                "|[library\nname = \"x\"|, missing",
                "|library = 3|, [library]",
                "|[library]\nname = \"x\"\nversion = \"1\"\nsource = \"a.coex\"|, no list",
                "|[library]\nname = [\"x\"]|, no text",
                "|[library]\nname = \"\\q\"|, escape",
                "|[library]\nname = \"\\ud800\"|, surrogate",
                "|[library]\nname = \"\\uzzzz\"|, no such character",
                "|ffi = 1\n[library]\nname = \"x\"\nversion = \"1\"|, no table",
            })
    void aManifestThatIsNotRightIsRefused(String text, String why) {
        assertThatThrownBy(() -> load(manifest(text)))
                .isInstanceOf(PackageException.class)
                .hasMessageContaining("manifest.toml")
                .hasMessageContaining(why);
    }

    @Test
    void aPackageNeedsNeitherSourcesNorForeignParts() throws Exception {
        LoadedPackage small = load(manifest("[library]\nname = \"x\"\nversion = \"1\"\n"));
        assertThat(small.sources()).isEmpty();
        assertThat(small.foreign()).isEmpty();
    }

    @Test
    void mistakesInCAreShown() {
        assertThatThrownBy(() -> built(PackageFile.sums().with("ffi/src/wrong.c", "int f( { }")))
                .hasMessageContaining("Compilation failed")
                .hasMessageContaining("wrong.c:1");
    }

    @Test
    void aHostWithoutACompilerIsTold() throws Exception {
        Path file = PackageFile.sums().write(folder.resolve("sums.cxz"));
        assertThatThrownBy(() -> built(loader(new CCompiler(List.of("no-such-cc"))), file))
                .hasMessageContaining("Compilation failed")
                .hasMessageContaining("no-such-cc")
                .hasMessageContaining("COEX_CC");
    }

    private static PackageFile withPart(String lines) {
        return new PackageFile()
                .with(
                        "manifest.toml",
                        "[library]\nname = \"x\"\nversion = \"1\"\n[ffi.p]\nsource = [\"p.c\"]\n"
                                + lines)
                .with("ffi/src/p.c", "int p;\n");
    }

    @Test
    void aHeaderThatTheHostLacksIsNamed() {
        assertThatThrownBy(() -> built(withPart("system_headers = [\"ghost_7.h\"]")))
                .hasMessageContaining("ghost_7.h");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-fplugin=evil.so", "@flags", "-Wl,--output=x", "-o", "x.o", "-specs=e"})
    void flagsThatNameNoLibraryAreRefused(String flag) {
        assertThatThrownBy(() -> load(withPart("system_libs = [\"%s\"]".formatted(flag))))
                .hasMessageContaining(flag);
    }

    @Test
    void includeDirectoriesStayInThePackage() {
        assertThatThrownBy(() -> load(withPart("headers = [\"../..\"]")))
                .hasMessageContaining("leads out");
    }

    @Test
    void aSourceThatIsMissingFromAForeignPartIsNamed() {
        assertThatThrownBy(
                        () ->
                                load(
                                        manifest(
                                                "[library]\n"
                                                        + "name = \"x\"\n"
                                                        + "version = \"1\"\n"
                                                        + "[ffi.p]\n"
                                                        + "source = [\"q.c\"]")))
                .hasMessageContaining("q.c");
    }
}
