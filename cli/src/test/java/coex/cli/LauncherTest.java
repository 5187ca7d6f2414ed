package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// What `./coex` does before Java starts, seen in a [StandInCheckout] whose JDK and Maven are
/// scripts.
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    @TempDir private Path folder;
    private StandInCheckout checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = new StandInCheckout(folder);
    }

    // Starting Java.

    @Test
    void argumentsArriveAsTheyWereGiven() throws Exception {
        checkout.alreadyBuilt();
        var run = checkout.coex("run", "a b", "", "*", "$HOME", "it's", "-x=\"1\"").finish();
        assertThat(run.out())
                .containsSubsequence(
                        "<coex.cli/coex.cli.Launch>",
                        "<run>",
                        "<a b>",
                        "<>",
                        "<*>",
                        "<$HOME>",
                        "<it's>",
                        "<-x=\"1\">");
    }

    @Test
    void stdinAndTheExitCodeAreTheCommands() throws Exception {
        checkout.alreadyBuilt().set("STAND_IN_JAVA_EXIT", "7");
        var run = checkout.coex("run").finish("from\nstdin\n");
        assertThat(run.out()).endsWith("from", "stdin");
        assertThat(run.exitCode()).isEqualTo(7);
    }

    /// Without one Java has no names for files beyond ASCII.
    @Test
    void withoutALocaleJavaHasOneWithUtf8() throws Exception {
        checkout.alreadyBuilt();
        assertThat(checkout.coex("run").finish().out()).contains("LC_CTYPE=C.UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL", "LANG"})
    void aLocaleThatIsSetIsLeftAlone(String variable) throws Exception {
        checkout.alreadyBuilt().set(variable, "C");
        assertThat(checkout.coex("run").finish().out()).contains("LC_CTYPE=");
    }

    @Test
    void javaTakesTheLaunchersPlaceSoThatSignalsReachIt() throws Exception {
        checkout.alreadyBuilt();
        var start = checkout.coex();
        assertThat(start.finish().out()).contains("pid " + start.pid());
    }

    @Test
    void startsThroughAChainOfLinksFromAnotherFolder() throws Exception {
        checkout.alreadyBuilt();
        Path elsewhere = Files.createDirectories(folder.resolve("else where/bin"));
        Path first = Files.createSymbolicLink(elsewhere.resolve("first"), checkout.launcher());
        Path second = elsewhere.resolveSibling("second");
        Files.createSymbolicLink(second, elsewhere.getParent().relativize(first));

        var run = checkout.start(elsewhere, List.of(second.toString(), "run")).finish();
        assertThat(run.out()).contains("<" + checkout.root().resolve("cli/target/dist/lib") + ">");
    }

    // Finding a JDK.

    @Test
    void aJavaHomeThatIsTooOldIsPassedOver() throws Exception {
        Path old = checkout.makeJdk("old/jdk", "17.0.15");
        Path better = checkout.makeJdk("jdks/some", "26-ea");
        checkout.alreadyBuilt()
                .set("JAVA_HOME", old.toString())
                .set("COEX_JDKS", "/nowhere:" + better.getParent());
        assertThat(checkout.coex().finish().out()).contains("java " + better + "/bin/java");
    }

    @Test
    void theJavaOnThePathWillDoIfItIsNewEnough() throws Exception {
        Path jdk = checkout.makeJdk("a jdk", "25.0.3");
        Files.createSymbolicLink(checkout.tools().resolve("java"), jdk.resolve("bin/java"));
        checkout.alreadyBuilt().unset("JAVA_HOME");
        assertThat(checkout.coex().finish().out()).contains("java " + jdk + "/bin/java");
    }

    @Test
    void withoutAJdkItSaysWhatToInstall() throws Exception {
        Path old = checkout.makeJdk("jdks/old", "21");
        checkout.alreadyBuilt().unset("JAVA_HOME").set("COEX_JDKS", old.getParent().toString());
        var run = checkout.coex().finish();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("needs a JDK 25", "Temurin");
    }

    // Finding one in the home, which may be another user's or anything.

    @Test
    void aJdkInTheHomeWillDoIfItIsTheUsersOwn() throws Exception {
        Path jdk = checkout.makeJdk("home/.jdks/some", "25.0.3");
        checkout.alreadyBuilt()
                .withoutJdksOfTheSystem()
                .set("HOME", folder.toRealPath().resolve("home").toString());
        var run = checkout.coex().finish();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("java " + jdk + "/bin/java");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "", "home", "./home/../home"})
    void noJdkIsTakenFromARelativeHome(String home) throws Exception {
        checkout.makeJdk("home/.jdks/some", "25.0.3");
        checkout.makeJdk(".jdks/some", "25.0.3");
        checkout.alreadyBuilt().withoutJdksOfTheSystem().set("HOME", home);
        var run =
                checkout.start(folder.toRealPath(), List.of(checkout.launcher().toString()))
                        .finish();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().contains("needs a JDK 25");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".jdks", ".jdks/some", ".jdks/some/bin/java", ".jdks/some/release"})
    void aJdkInTheHomeThatOthersMayWriteIsPassedOverAndThatIsSaid(String name) throws Exception {
        Path jdk = checkout.makeJdk("home/.jdks/some", "25.0.3");
        Path home = folder.toRealPath().resolve("home");
        Path open = name.isEmpty() ? home : home.resolve(name);
        checkout.alreadyBuilt().withoutJdksOfTheSystem().set("HOME", home.toString());
        for (String permissions : List.of("rwxrwx---", "rwx----w-")) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(permissions));
            var run = checkout.coex().finish();
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .contains(
                            "coex: warning: passes over the JDK in %s, since others can change %s (chmod go-w ends that)"
                                    .formatted(jdk, open));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".jdks", ".jdks/some", ".jdks/some/bin/java"})
    void aJdkInTheHomeOfAnotherUserIsPassedOverAndThatIsSaid(String name) throws Exception {
        Path jdk = checkout.makeJdk("home/.jdks/some", "25.0.3");
        Path home = folder.toRealPath().resolve("home");
        Path foreign = name.isEmpty() ? home : home.resolve(name);
        try {
            Files.setAttribute(foreign, "unix:uid", 12345);
        } catch (IOException e) {
            assumeTrue(false, "cannot give a file away: " + e);
        }
        checkout.alreadyBuilt().withoutJdksOfTheSystem().set("HOME", home.toString());
        var run = checkout.coex().finish();
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains(
                        "coex: warning: passes over the JDK in %s, since %s belongs to another user"
                                .formatted(jdk, foreign));
    }

    // The cache.

    /// The stand-in for Java, asked for a cache, writes one.
    @Test
    void theFirstRunHasACacheMadeAndTheNextUsesIt() throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE");
        var first = checkout.coex("run").finish();
        assertThat(first.out()).noneMatch(line -> line.contains("AOTCache"));
        Path cache = checkout.awaitCache();
        var second = checkout.coex("run").finish();
        assertThat(second.out()).contains("<-XX:AOTCache=" + cache + ">", "<run>");
    }

    @Test
    void aCacheOlderThanTheJarsIsNotUsed() throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE");
        checkout.coex("run").finish();
        Path cache = checkout.awaitCache();
        Files.setLastModifiedTime(cache, FileTime.fromMillis(0));
        assertThat(checkout.coex("run").finish().out())
                .noneMatch(line -> line.contains("-XX:AOTCache="));
        while (!isNew(cache)) { // it is made again
            Thread.sleep(20);
        }
        checkout.awaitCache();
    }

    /// Between the old cache and the new one there may be none.
    private static boolean isNew(Path cache) throws IOException {
        try {
            return Files.getLastModifiedTime(cache).toMillis() != 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Test
    void whatAKilledMakerOfACacheHasLeftIsRemoved() throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE");
        Path cache = checkout.cache();
        Path lock = Files.createDirectories(cache.resolveSibling("lock"));
        Path half = Files.createFile(Path.of(cache + ".4711"));
        Path list = Files.createFile(Path.of(cache + ".4711.config"));
        Path another = Files.createFile(Path.of(cache + ".4712")); // of one who is at it now
        for (Path old : List.of(lock, half, list)) {
            Files.setLastModifiedTime(old, FileTime.fromMillis(0));
        }
        checkout.coex("run").finish();
        checkout.awaitCache();
        assertThat(half).doesNotExist();
        assertThat(list).doesNotExist();
        assertThat(another).exists();
    }

    @Test
    void aCacheWhoseMakerWasStoppedIsMadeByALaterRun() throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE").set("STAND_IN_JAVA_EXIT", "143");
        checkout.coex("run").finish();
        checkout.awaitEndOfMaker();
        assertThat(checkout.cache()).doesNotExist();
        checkout.set("STAND_IN_JAVA_EXIT", "0");
        checkout.coex("run").finish();
        checkout.awaitCache();
    }

    /// As when the disk is full: what there is of the cache goes, and is not tried again on the
    /// same day.
    @Test
    void aCacheThatCannotBeMadeIsTriedAgainTheNextDay() throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE").set("STAND_IN_JAVA_EXIT", "1");
        checkout.coex("run").finish();
        checkout.awaitEndOfMaker();
        Path failed = checkout.cache().resolveSibling("failed");
        try (Stream<Path> left = Files.list(failed.getParent())) {
            assertThat(left).containsExactlyInAnyOrder(failed, failed.resolveSibling("used"));
        }
        Path made = checkout.root().resolve("cache-made");
        Files.delete(made);
        checkout.set("STAND_IN_JAVA_EXIT", "0");
        checkout.coex("run").finish();
        assertThat(made).doesNotExist();

        Files.setLastModifiedTime(
                failed, FileTime.from(Instant.now().minus(Duration.ofMinutes(1500))));
        Files.setLastModifiedTime(
                checkout.dist().resolve("lib"),
                FileTime.from(Instant.now().minus(Duration.ofMinutes(1600))));
        checkout.coex("run").finish();
        checkout.awaitCache();
        assertThat(failed).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"aot", "aot/ENTRY", "aot/ENTRY/classes.aot"})
    void aCacheThatOthersMayWriteIsNotUsedAndThatIsSaid(String name) throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE");
        checkout.coex("run").finish();
        Path cache = checkout.awaitCache();
        String entry = cache.getParent().getFileName().toString();
        Path open = checkout.dist().resolve(name.replace("ENTRY", entry));
        for (String permissions : List.of("rwxrwx---", "rwx----w-")) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(permissions));
            var run = checkout.coex("run").finish();
            assertThat(run.out()).contains("<run>");
            assertThat(run.out()).noneMatch(line -> line.contains("AOTCache"));
            assertThat(run.err())
                    .singleElement()
                    .asString()
                    .startsWith("coex: warning: starts without its cache")
                    .contains(" " + open + " ");
        }
    }

    @Test
    void aCacheOfAnotherUserIsNotUsedAndThatIsSaid() throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE");
        checkout.coex("run").finish();
        Path cache = checkout.awaitCache();
        try {
            Files.setAttribute(cache, "unix:uid", 12345);
        } catch (IOException e) {
            assumeTrue(false, "cannot give a file away: " + e);
        }
        var run = checkout.coex("run").finish();
        assertThat(run.out()).contains("<run>").noneMatch(line -> line.contains("AOTCache"));
        assertThat(run.err())
                .containsExactly(
                        "coex: warning: starts without its cache, since %s belongs to another user"
                                .formatted(cache));
    }

    /// What this user has of them; another's would be seen by all who use the same home.
    @Test
    void theFolderOfCachesOfEarlierVersionsIsRemoved() throws Exception {
        Path home = Files.createDirectory(checkout.root().resolveSibling("home"));
        Path former = Files.createDirectories(home.resolve(".coex/cache/aot/25"));
        Path other = Files.createDirectories(home.resolve(".coex/cache/ffi"));
        Files.createFile(former.resolve("classes.aot"));
        checkout.alreadyBuilt().unset("COEX_NO_CACHE").set("HOME", home.toString());
        checkout.coex("run").finish();
        checkout.awaitCache();
        assertThat(former.getParent()).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void measurementsMakeNoCache() throws Exception {
        checkout.alreadyBuilt().unset("COEX_NO_CACHE");
        checkout.coex("bench").finish();
        assertThat(checkout.dist().resolve("aot")).doesNotExist();
    }

    // Building.

    @Test
    void theFirstUseBuildsAndTheNextDoesNot() throws Exception {
        var first = checkout.coex("run").finish();
        assertThat(first.err()).containsExactly("coex: building (first use, about a minute)…");
        assertThat(first.out()).contains("<run>");

        assertThat(checkout.coex("run").finish().err()).isEmpty();
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void aSourceNewerThanTheLastBuildIsBuilt() throws Exception {
        checkout.alreadyBuilt();
        var later = FileTime.from(Instant.now().plusSeconds(1));
        Files.setLastModifiedTime(checkout.root().resolve("gc/src/main/java/A.java"), later);

        assertThat(checkout.coex().finish().err())
                .containsExactly("coex: building (the sources changed)…");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void aTestNewerThanTheLastBuildIsNoReasonToBuild() throws Exception {
        checkout.alreadyBuilt();
        Path test = Files.createDirectories(checkout.root().resolve("gc/src/test/java"));
        Files.setLastModifiedTime(test, FileTime.from(Instant.now().plusSeconds(1)));
        assertThat(checkout.coex().finish().err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void usesAtTheSameTimeShareOneBuild(boolean flock) throws Exception {
        checkout.set("STAND_IN_MAVEN_SECONDS", "1");
        if (!flock) {
            Files.deleteIfExists(checkout.tools().resolve("flock"));
        }
        var starts = List.of(checkout.coex("1"), checkout.coex("2"), checkout.coex("3"));
        for (int i = 0; i < starts.size(); i++) {
            var run = starts.get(i).finish();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("<" + (i + 1) + ">");
        }
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void theLockOfAProcessThatIsGoneIsNoLock() throws Exception {
        Files.deleteIfExists(checkout.tools().resolve("flock"));
        Path target = Files.createDirectories(checkout.root().resolve("target"));
        Files.createSymbolicLink(target.resolve("coex-build.lock.pid"), Path.of("99999999"));
        assertThat(checkout.coex().finish().exitCode()).isZero();
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void aBuildThatFailsShowsItsEndAndNamesItsLog() throws Exception {
        checkout.set("STAND_IN_MAVEN_EXIT", "1");
        var run = checkout.coex().finish();
        assertThat(run.exitCode()).isEqualTo(1);
        Path log = checkout.root().resolve("target/coex-build.log");
        assertThat(run.err())
                .contains("line 40 of Maven's output")
                .doesNotContain("line 1 of Maven's output")
                .endsWith("coex: the build failed; the whole log is " + log);
        assertThat(log).content().contains("line 1 of Maven's output");
    }

    @Test
    void aBuildThatWasStoppedIsDoneAgainFromNothing() throws Exception {
        checkout.set("STAND_IN_MAVEN_SECONDS", "600");
        var start = checkout.coex();
        Path halfWritten = checkout.root().resolve("gc/target/half-written.jar");
        checkout.await(halfWritten);
        long began = System.nanoTime();
        start.terminate();
        assertThat(start.finish().exitCode()).isEqualTo(143);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(5));

        checkout.set("STAND_IN_MAVEN_SECONDS", "0").set("STAND_IN_MAVEN_WRITES", "whole.jar");
        assertThat(checkout.coex().finish().exitCode()).isZero();
        assertThat(halfWritten).doesNotExist();
        assertThat(halfWritten.resolveSibling("whole.jar")).exists();
    }

    @Test
    void withoutMavenItSaysWhatToInstall() throws Exception {
        Files.delete(checkout.tools().resolve("mvn"));
        var run = checkout.coex().finish();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("install Maven");
    }

    @Test
    void coexNoBuildStartsWhatIsThere() throws Exception {
        checkout.set("COEX_NO_BUILD", "1");
        assertThat(checkout.coex().finish().exitCode()).isEqualTo(1);

        checkout.alreadyBuilt();
        Files.setLastModifiedTime(checkout.dist().resolve("built"), FileTime.fromMillis(0));
        assertThat(checkout.coex().finish().exitCode()).isZero();
        assertThat(checkout.builds()).isZero();
    }
}
