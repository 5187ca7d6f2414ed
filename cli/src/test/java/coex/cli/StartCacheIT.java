package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// The cache from which built programs start, of which there is one for all of them.
@DisabledOnOs(OS.WINDOWS)
class StartCacheIT {
    @TempDir private Path folder;
    private final FinishedCoex finished = new FinishedCoex();
    private Path home;
    private Path caches;

    @BeforeEach
    void keepCachesHere() {
        home = folder.resolve("home");
        caches = home.resolve("cache/start");
        finished.set("COEX_HOME", home.toString()).set("COEX_NO_CACHE", "");
    }

    /// Else it would write into the folder while that is removed.
    @AfterEach
    void awaitMakers() throws Exception {
        for (int i = 0; i < 6000 && isMakerRunning(); i++) {
            Thread.sleep(50);
        }
    }

    private boolean isMakerRunning() {
        return ProcessHandle.allProcesses()
                .anyMatch(
                        process ->
                                process.info()
                                        .commandLine()
                                        .orElse("")
                                        .contains(folder.toString()));
    }

    /// A program that prints a word.
    private Path built(String word) throws Exception {
        Path source =
                Files.writeString(
                        folder.resolve(word + ".coex"),
                        "func main()\n    print(\"%s\")\n~\n".formatted(word));
        Path out = folder.resolve("a " + word);
        Run build = finished.coex("build", source.toString(), "-o", out.toString());
        assertThat(build.err()).isEmpty();
        return out;
    }

    private Run start(Path program) throws Exception {
        return finished.run("", List.of(program.toString()));
    }

    private void assertPrints(String word, Run run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(word + "\n");
        assertThat(run.exitCode()).isZero();
    }

    /// The one cache there is, when it is finished and its maker has gone.
    private Path awaitCache() throws Exception {
        for (int i = 0; i < 6000; i++) {
            List<Path> entries = contentOf(caches);
            List<String> files =
                    entries.size() == 1
                            ? contentOf(entries.getFirst()).stream()
                                    .map(file -> file.getFileName().toString())
                                    .sorted()
                                    .toList()
                            : List.of();
            if (files.equals(List.of("classes.aot", "runtime.jar", "used"))
                    && Files.size(entries.getFirst().resolve("classes.aot")) > 0) {
                return entries.getFirst();
            }
            Thread.sleep(50);
        }
        throw new AssertionError("no cache in " + caches + " but " + everything());
    }

    private List<Path> everything() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }

    /// Nothing if there is no such folder.
    private static List<Path> contentOf(Path place) throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.toList();
        } catch (NoSuchFileException | UncheckedIOException e) {
            return List.of();
        }
    }

    /// Asserts that a program prints a word, and that it uses a cache: the JVM prints its flags,
    /// and with a cache that it cannot use it refuses to start, and logs why. A cache that is no
    /// good is refused by every JVM, so one start of three is enough: a single one was refused
    /// once, among some thousand, on a busy machine.
    private void assertPrintsFromCache(String word, Path program) throws Exception {
        String flags = "JDK_JAVA_OPTIONS='-XX:AOTMode=on -XX:+PrintCommandLineFlags'";
        // Those of _JAVA_OPTIONS come last, after the flag that switches logs off.
        String java = flags + " _JAVA_OPTIONS=-Xlog:aot=info:stderr exec \"$0\"";
        Run run = finished.run("", List.of("sh", "-c", java, program.toString()));
        for (int again = 0; again < 2 && run.exitCode() != 0; again++) {
            run = finished.run("", List.of("sh", "-c", java, program.toString()));
        }
        assertThat(run.out())
                .as("what the JVM logged:%n%s", run.err())
                .contains("-XX:AOTCache=" + caches)
                .endsWith("\n" + word + "\n")
                .hasLineCount(2);
    }

    @Test
    void allProgramsShareTheCacheThatTheFirstRunOfOneHasMade() throws Exception {
        Path one = built("one");
        Path two = built("two");
        assertPrints("one", start(one));
        Path entry = awaitCache();
        for (Path place = entry; !place.equals(folder); place = place.getParent()) {
            assertThat(Files.getPosixFilePermissions(place))
                    .as("%s", place)
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        for (Path file : contentOf(entry)) {
            assertThat(Files.getPosixFilePermissions(file))
                    .as("%s", file)
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        Path used = entry.resolve("used");
        Files.setLastModifiedTime(used, FileTime.fromMillis(0));
        assertPrints("two", start(two));
        assertThat(Files.getLastModifiedTime(used).toMillis()).isNotZero();

        Path moved = Files.move(two, folder.resolve("moved"));
        assertPrintsFromCache("two", moved);
        assertPrintsFromCache("one", one);
        assertThat(contentOf(caches)).containsExactly(entry);
    }

    @Test
    void whateverIsWrongWithACacheProgramsRunAndSayNothing() throws Exception {
        Path program = built("one");
        start(program);
        Path entry = awaitCache();
        Path cache = entry.resolve("classes.aot");
        byte[] good = Files.readAllBytes(cache);
        for (byte[] bad : List.of(Arrays.copyOf(good, good.length / 2), "nonsense".getBytes())) {
            Files.write(cache, bad);
            assertPrints("one", start(program));
        }
        Files.write(cache, good);
        Files.move(entry.resolve("runtime.jar"), folder.resolve("runtime.jar"));
        assertPrints("one", start(program));
        Files.write(entry.resolve("runtime.jar"), "nonsense".getBytes());
        assertPrints("one", start(program));

        Files.write(cache, new byte[0]);
        Files.delete(entry.resolve("runtime.jar"));
        assertPrints("one", start(program));
        awaitCache();
        assertPrintsFromCache("one", program);
    }

    @Test
    void programsThatStartAtTheSameTimeMakeOneCache() throws Exception {
        List<String> words = List.of("one", "two", "three");
        List<Callable<Run>> starts = new ArrayList<>();
        for (String word : words) {
            Path program = built(word);
            starts.add(() -> start(program));
        }
        try (var threads = Executors.newFixedThreadPool(words.size())) {
            List<Future<Run>> runs = threads.invokeAll(starts);
            for (int i = 0; i < words.size(); i++) {
                assertPrints(words.get(i), runs.get(i).get());
            }
        }
        awaitCache();
        assertPrintsFromCache("one", folder.resolve("a one"));
    }

    @Test
    void whileACacheIsBeingMadeNobodyElseMakesItUnlessItsMakerWasKilled() throws Exception {
        Path program = built("one");
        assertPrints("one", start(program));
        Path entry = awaitCache();
        Files.delete(entry.resolve("classes.aot"));
        Path lock = Files.createDirectory(entry.resolve("lock"));
        Path unfinished = Files.createFile(entry.resolve("classes.aot.12345"));
        assertPrints("one", start(program));
        awaitMakers();
        assertThat(entry.resolve("classes.aot")).doesNotExist();
        assertThat(lock).exists();
        assertThat(unfinished).exists();

        FileTime longAgo = FileTime.fromMillis(System.currentTimeMillis() - 600_000);
        Files.setLastModifiedTime(lock, longAgo);
        Files.setLastModifiedTime(unfinished, longAgo);
        assertPrints("one", start(program));
        assertThat(awaitCache()).isEqualTo(entry);
    }

    @Test
    void onlyTheFourCachesThatWereUsedLastAreKept() throws Exception {
        Path program = built("one");
        Files.createDirectories(
                caches,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (int age = 1; age <= 6; age++) {
            Path entry = Files.createDirectory(caches.resolve("of JDK " + age));
            Files.write(entry.resolve("classes.aot"), new byte[100]);
            Files.setLastModifiedTime(
                    Files.createFile(entry.resolve("used")),
                    FileTime.fromMillis(System.currentTimeMillis() - age * 3_600_000L));
        }
        assertPrints("one", start(program));
        for (int i = 0; i < 6000 && contentOf(caches).size() > 4; i++) {
            Thread.sleep(50);
        }
        assertThat(contentOf(caches))
                .hasSize(4)
                .contains(
                        caches.resolve("of JDK 1"),
                        caches.resolve("of JDK 2"),
                        caches.resolve("of JDK 3"));
    }

    /// 90 MB each: two are too many beside the new one.
    @Test
    void ofCachesUsedBeforeOnlyThoseThatFitAreKept() throws Exception {
        Path program = built("one");
        Files.createDirectories(
                caches,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (int age = 1; age <= 3; age++) {
            Path entry = Files.createDirectory(caches.resolve("of JDK " + age));
            Files.write(entry.resolve("classes.aot"), new byte[age == 3 ? 100 : 90 << 20]);
            Files.setLastModifiedTime(
                    Files.createFile(entry.resolve("used")),
                    FileTime.fromMillis(System.currentTimeMillis() - age * 3_600_000L));
        }
        assertPrints("one", start(program));
        Path tooMuch = caches.resolve("of JDK 2");
        for (int i = 0; i < 6000 && Files.exists(tooMuch.resolve("used")); i++) {
            Thread.sleep(50);
        }
        awaitMakers();
        assertThat(contentOf(caches))
                .hasSize(3)
                .contains(caches.resolve("of JDK 1"), caches.resolve("of JDK 3"));
    }

    /// As of one who became root and kept the environment.
    @Test
    void inTheHomeOfAnotherUserNothingIsMadeAndThatIsSaid() throws Exception {
        Path program = built("one");
        Path other = Files.createDirectory(folder.resolve("other"));
        try {
            Files.setAttribute(other, "unix:uid", 12345);
        } catch (IOException e) {
            assumeTrue(false, "cannot give a folder away: " + e);
        }
        finished.set("COEX_HOME", "").set("HOME", other.toString());
        Run run = start(program);
        assertThat(run.out()).isEqualTo("one\n");
        assertThat(run.err())
                .isEqualTo(
                        "%s: warning: starts without its cache, since %s belongs to another user\n"
                                .formatted(program, other));
        awaitMakers();
        assertThat(other).isEmptyDirectory();
    }

    /// A limit for the size of files does to a process what a full disk does.
    @Test
    void whatDoesNotFitOnTheDiskIsRemoved() throws Exception {
        Path program = built("one");
        for (int limit :
                new int[] {1000, 8000}) { // blocks of 512 bytes: less than the jar, or the cache
            String limited = "ulimit -f %d; exec \"$0\"".formatted(limit);
            assertPrints("one", finished.run("", List.of("sh", "-c", limited, program.toString())));
            Path failed = awaitFailure();
            assertThat(failed.resolveSibling("classes.aot")).doesNotExist();
            assertThat(contentOf(failed.getParent()))
                    .noneMatch(file -> file.toString().matches(".*\\.[0-9]+(\\.config)?"));
            assertPrints("one", start(program)); // makes none now
            Files.delete(failed);
        }
        assertPrints("one", start(program));
        awaitCache();
    }

    private Path awaitFailure() throws Exception {
        for (int i = 0; i < 6000; i++) {
            for (Path entry : contentOf(caches)) {
                Path failed = entry.resolve("failed");
                if (Files.exists(failed) && !Files.exists(entry.resolve("lock"))) {
                    return failed;
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("no failure in " + everything());
    }

    @Test
    void whereNoCacheCanBeWrittenProgramsRunToo() throws Exception {
        Path program = built("one");
        Files.writeString(home, "a file where a folder should be");
        assertPrints("one", start(program));
    }

    @Test
    void aFolderThatOthersMayWriteGetsNoCacheAndThatIsSaid() throws Exception {
        Path program = built("one");
        Files.createDirectory(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        Run run = start(program);
        assertThat(run.out()).isEqualTo("one\n");
        assertThat(run.err())
                .containsOnlyOnce("\n")
                .startsWith(program + ": warning: starts without its cache")
                .contains(" " + home + " ");
        awaitMakers();
        assertThat(home).isEmptyDirectory();
    }

    /// A relative folder would be another one wherever the program is started, with what somebody
    /// has put there.
    @Test
    void withoutAnAbsoluteHomeThereIsNoCache() throws Exception {
        Path program = built("one");
        assertPrints("one", start(program));
        Path used = awaitCache().resolve("used");
        Files.createSymbolicLink(home.resolve(".coex"), Path.of("."));
        Files.setLastModifiedTime(used, FileTime.fromMillis(0));
        for (String variables :
                List.of("COEX_HOME= HOME=home", "COEX_HOME=home", "COEX_HOME= HOME=")) {
            assertPrints("one", startInFolder(program, variables));
            assertThat(Files.getLastModifiedTime(used).toMillis()).as(variables).isZero();
        }
        assertPrints("one", startInFolder(program, "COEX_HOME= HOME=\"$1\"/home"));
        assertThat(Files.getLastModifiedTime(used).toMillis()).isNotZero();
    }

    private Run startInFolder(Path program, String variables) throws Exception {
        String there = "cd \"$1\" && %s exec \"$0\"".formatted(variables);
        return finished.run("", List.of("sh", "-c", there, program.toString(), folder.toString()));
    }
}
