import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/// Puts single faults into a copy of the sources and shows that the test named for each catches it.
///
/// A fault is a text file beside this one, `NAME.fault`:
///
///     what: one sentence
///     file: path from the root of the repository
///     test: module, and Class or Class#method
///     old:
///     lines of the file, exactly
///     new:
///     lines instead of them
///
/// A fault in more than one place has `file:`, `old:` and `new:` again for each. The lines must
/// occur once in the file: a fault whose place has changed is an error, not a fault
/// that nobody catches. Everything happens in `target/copy`; the sources themselves are only read.
/// Runs on Java 17, which may be the `java` there is, and in one file, since that `java` compiles
/// no more than one.
public final class Check {

    private static final int MINUTES_FOR_ONE = 10;
    private static final int MINUTES_WITHOUT_FAULT = 40;
    private static final int LONGEST_MESSAGE = 80;

    /// A constant is compiled into those who use it.
    private static final String CONSTANT = "static final";

    /// What a class fails with if another, which it was not compiled with, is not as it was.
    private static final Pattern NOT_LINKED =
            Pattern.compile(
                    "NoSuch(Method|Field)Error|IncompatibleClassChange|AbstractMethodError");

    private final Path faults;
    private final Path root;
    private final Path copy;
    private final Path logs;

    private boolean offline = true;

    /// Whether classes of other files were compiled with the last fault.
    private boolean concernedOthers;

    /// The build that runs. Written by the thread that starts it, read by the one that ends the
    /// program.
    private volatile Process running;

    private Check(Path faults) {
        this.faults = faults;
        this.root = faults.getParent().getParent();
        this.copy = faults.resolve("target").resolve("copy");
        this.logs = faults.resolve("target").resolve("logs");
    }

    /// What a user has to know and repair; no stack trace.
    private static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int exit;

        Mistake(int exit, String message) {
            super(message);
            this.exit = exit;
        }
    }

    private record Fault(
            String name, String what, String module, String test, List<Change> changes) {

        String testClass() {
            int method = test.indexOf('#');
            return method < 0 ? test : test.substring(0, method);
        }

        String moduleOfFile() {
            String file = changes.get(0).file;
            return file.substring(0, file.indexOf('/'));
        }

        boolean concernsOthers() {
            return changes.stream().anyMatch(Change::concernsOthers);
        }
    }

    /// What a fault changes in one place.
    private record Change(String name, String file, String old, String changed) {

        /// The text of the file with this change.
        String in(String text) {
            int at = place(text);
            return text.substring(0, at) + changed + text.substring(at + old.length());
        }

        /// Whether files that use this one have to be compiled again.
        boolean concernsOthers() {
            return old.contains(CONSTANT) || changed.contains(CONSTANT);
        }

        private int place(String text) {
            List<Integer> places = new ArrayList<>();
            for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) {
                if (at == 0 || text.charAt(at - 1) == '\n') {
                    places.add(at);
                }
            }
            if (places.size() != 1) {
                throw new Mistake(
                        1,
                        "%s: the lines after old: occur %d times in %s, and must occur once"
                                .formatted(name, places.size(), file));
            }
            return places.get(0);
        }
    }

    private enum Verdict {
        CAUGHT,
        NOT_CAUGHT,
        NOT_TRIED
    }

    private record Outcome(Verdict verdict, String by, long seconds) {}

    public static void main(String[] arguments) {
        try {
            String here = System.getProperty("coex.faults", "stress/faults");
            System.exit(new Check(Path.of(here).toAbsolutePath().normalize()).run(arguments));
        } catch (Mistake e) {
            System.err.println("check: " + e.getMessage());
            System.exit(e.exit);
        } catch (IOException | UncheckedIOException e) {
            System.err.println("check: " + e);
            System.exit(1);
        }
    }

    private int run(String[] arguments) throws IOException {
        if (!Files.isDirectory(faults)) {
            throw new Mistake(
                    2, "no folder " + faults + "; start it from the root of the repository");
        }
        boolean list = false;
        Path table = null;
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            if (argument.equals("--list")) {
                list = true;
            } else if (argument.equals("--table")) {
                if (++i == arguments.length) {
                    throw new Mistake(2, "--table needs the name of a file to write");
                }
                table = Path.of(arguments[i]).toAbsolutePath();
            } else if (argument.startsWith("-")) {
                throw new Mistake(
                        2, "unknown option " + argument + "; there are --list and --table FILE");
            } else {
                names.add(argument.replaceFirst("\\.fault$", ""));
            }
        }
        if (table != null && !Files.isDirectory(table.getParent())) {
            throw new Mistake(2, "no folder for the table: " + table.getParent());
        }
        List<Fault> chosen = read(names);
        if (list) {
            chosen.forEach(each -> System.out.printf("%-32s %s%n", each.name, each.what));
            return 0;
        }
        return checkAlone(chosen, table);
    }

    // Faults

    private List<Fault> read(Set<String> names) throws IOException {
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.list(faults)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".fault"))
                    .forEach(name -> there.add(name.substring(0, name.length() - 6)));
        }
        for (String name : names) {
            if (!there.contains(name)) {
                throw new Mistake(2, "no fault " + name + "; --list shows those there are");
            }
        }
        List<Fault> chosen = new ArrayList<>();
        for (String name : names.isEmpty() ? there : names) {
            chosen.add(checked(parse(name, Files.readString(faults.resolve(name + ".fault")))));
        }
        // Neighbours change the same module, so that Maven compiles little between them.
        chosen.sort(
                Comparator.comparing(Fault::module)
                        .thenComparing(Fault::moduleOfFile)
                        .thenComparing(Fault::name));
        return chosen;
    }

    private static Fault parse(String name, String text) {
        Map<String, String> heads = new LinkedHashMap<>();
        List<Map<String, StringBuilder>> changes = new ArrayList<>();
        StringBuilder block = null;
        for (String line : text.lines().toList()) {
            if (line.startsWith("file: ")) {
                block = null;
                changes.add(new LinkedHashMap<>());
                changes.get(changes.size() - 1).put("file", new StringBuilder(line.substring(6)));
            } else if (line.equals("old:") || line.equals("new:")) {
                block = new StringBuilder();
                if (changes.isEmpty() || changes.get(changes.size() - 1).put(line, block) != null) {
                    throw new Mistake(1, name + ": each file: has one block " + line);
                }
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (line.matches("(what|test): .+")) {
                heads.put(line.substring(0, 4), line.substring(6).strip());
            } else {
                throw new Mistake(1, name + ": expected what:, file:, test: or old:, not " + line);
            }
        }
        String test = heads.getOrDefault("test", "");
        boolean complete =
                !changes.isEmpty() && changes.stream().allMatch(change -> change.size() == 3);
        if (heads.size() != 2 || !complete || test.split(" +").length != 2) {
            throw new Mistake(
                    1,
                    name + ": it needs what:, file:, test: MODULE CLASS, and blocks old: and new:");
        }
        return new Fault(
                name,
                heads.get("what"),
                test.split(" +")[0],
                test.split(" +")[1],
                changes.stream().map(change -> change(name, change)).toList());
    }

    private static Change change(String name, Map<String, StringBuilder> parts) {
        return new Change(
                name,
                parts.get("file").toString().strip(),
                parts.get("old:").toString(),
                parts.get("new:").toString());
    }

    /// Fails if the fault does not fit the sources.
    private Fault checked(Fault fault) throws IOException {
        for (Change change : fault.changes) {
            String file = change.file;
            if (!file.contains("/") || !Files.isRegularFile(root.resolve(file))) {
                throw new Mistake(1, fault.name + ": there is no file " + file);
            }
            if (change.old.equals(change.changed) || change.old.isEmpty()) {
                throw new Mistake(1, fault.name + ": the lines after old: and new: must differ");
            }
            change.in(Files.readString(root.resolve(file)));
        }
        Path tests = root.resolve(fault.module).resolve("src/test/java");
        if (!Files.isDirectory(tests)) {
            throw new Mistake(1, fault.name + ": there is no module with tests " + fault.module);
        }
        String wanted = fault.testClass() + ".java";
        try (Stream<Path> files = Files.walk(tests)) {
            if (files.noneMatch(file -> file.getFileName().toString().equals(wanted))) {
                throw new Mistake(
                        1, "%s: no test %s in %s".formatted(fault.name, wanted, fault.module));
            }
        }
        return fault;
    }

    // The copy

    private int checkAlone(List<Fault> chosen, Path table) throws IOException {
        Files.createDirectories(copy);
        Files.createDirectories(logs);
        try (FileChannel channel =
                        FileChannel.open(
                                faults.resolve("target").resolve("lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            if (lock == null) {
                throw new Mistake(2, "another check is running in " + copy);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(this::stopBuild));
            refreshCopy();
            return check(chosen, table);
        }
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /// Makes the copy like the sources: files that git knows or would, as they are now. Those that
    /// are the same stay as old as they are, so that Maven does not compile them again.
    private void refreshCopy() throws IOException {
        Set<Path> wanted = new HashSet<>();
        for (String name : filesOfGit()) {
            Path source = root.resolve(name);
            Path target = copy.resolve(name);
            if (!Files.isRegularFile(source)) {
                continue; // removed, and not yet committed
            }
            wanted.add(target);
            if (!Files.exists(target) || Files.mismatch(source, target) >= 0) {
                Files.createDirectories(target.getParent());
                Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
                target.toFile().setLastModified(System.currentTimeMillis());
            }
        }
        List<Path> there = new ArrayList<>();
        collect(copy, there);
        for (Path file : there) {
            if (!wanted.contains(file)) {
                Files.delete(file);
            }
        }
    }

    private static void collect(Path folder, List<Path> into) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                if (!Files.isDirectory(entry)) {
                    into.add(entry);
                } else if (!entry.getFileName().toString().equals("target")) {
                    collect(entry, into);
                }
            }
        }
    }

    private List<String> filesOfGit() throws IOException {
        String files = git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
        return List.of(files.split("\0"));
    }

    /// What git prints when it is asked about the sources.
    private String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        Collections.addAll(command, arguments);
        Process git =
                new ProcessBuilder(command)
                        .directory(root.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String output = new String(git.getInputStream().readAllBytes());
        if (await(git, 1) != 0 || output.isEmpty()) {
            throw new Mistake(1, "git says nothing about " + root + ": " + command);
        }
        return output;
    }

    // Running

    private int check(List<Fault> chosen, Path table) throws IOException {
        Map<String, Set<String>> tests = new TreeMap<>();
        chosen.forEach(
                fault ->
                        tests.computeIfAbsent(fault.module, key -> new TreeSet<>())
                                .add(fault.test));
        for (Map.Entry<String, Set<String>> each : tests.entrySet()) {
            passWithoutFault(each.getKey(), each.getValue());
        }
        Map<Fault, Outcome> outcomes = new LinkedHashMap<>();
        for (Fault fault : chosen) {
            Outcome outcome = tryOne(fault);
            outcomes.put(fault, outcome);
            System.out.printf(
                    "%-10s %-32s %4d s  %s%n",
                    word(outcome.verdict), fault.name, outcome.seconds, outcome.by);
        }
        String results = markdown(outcomes);
        System.out.println();
        System.out.println(results);
        long caught = count(outcomes, Verdict.CAUGHT);
        String sum = "%d of %d caught".formatted(caught, chosen.size());
        if (table != null) {
            Files.writeString(table, head(sum) + results);
        }
        System.out.println(sum);
        return caught == chosen.size() ? 0 : 1;
    }

    private void passWithoutFault(String module, Set<String> tests) throws IOException {
        long began = System.nanoTime();
        Path log = logs.resolve("without-fault-" + module + ".log");
        Integer exit = build(module, String.join(",", tests), true, log, MINUTES_WITHOUT_FAULT);
        if (exit == null || exit != 0) {
            throw new Mistake(
                    1, "%s: the tests do not pass without a fault; see %s".formatted(module, log));
        }
        System.out.printf("%-10s %-32s %4d s%n", "passes", module, secondsSince(began));
    }

    private Outcome tryOne(Fault fault) throws IOException {
        Path log = logs.resolve(fault.name + ".log");
        Map<Path, String> sound = new LinkedHashMap<>();
        long began = System.nanoTime();
        boolean all = concernedOthers || fault.concernsOthers();
        concernedOthers = fault.concernsOthers();
        try {
            for (Change change : fault.changes) {
                Path file = copy.resolve(change.file);
                String text = Files.readString(file);
                sound.putIfAbsent(file, text);
                Files.writeString(file, change.in(text));
            }
            Integer exit = build(fault.module, fault.test, all, log, MINUTES_FOR_ONE);
            return outcome(fault, exit, log, secondsSince(began));
        } finally {
            for (Map.Entry<Path, String> file : sound.entrySet()) {
                Files.writeString(file.getKey(), file.getValue());
            }
        }
    }

    private Outcome outcome(Fault fault, Integer exit, Path log, long seconds) throws IOException {
        String output = Files.readString(log);
        if (output.contains("COMPILATION ERROR")) {
            return new Outcome(Verdict.NOT_TRIED, "does not compile; see " + log, seconds);
        }
        if (exit == null) {
            String hangs = fault.test + " does not end in " + MINUTES_FOR_ONE + " minutes";
            return new Outcome(Verdict.CAUGHT, hangs, seconds);
        }
        if (exit == 0) {
            return testCases(fault.module).isEmpty()
                    ? new Outcome(Verdict.NOT_TRIED, "no test ran; see " + log, seconds)
                    : new Outcome(Verdict.NOT_CAUGHT, "", seconds);
        }
        String failure = firstFailure(fault.module);
        if (failure != null && NOT_LINKED.matcher(failure).find()) {
            String why = "other files need what it changes: " + failure;
            return new Outcome(Verdict.NOT_TRIED, why, seconds);
        }
        if (failure != null) {
            return new Outcome(Verdict.CAUGHT, failure, seconds);
        }
        if (output.contains("The forked VM terminated")) {
            return new Outcome(Verdict.CAUGHT, fault.test + ": the JVM ends", seconds);
        }
        return new Outcome(Verdict.NOT_TRIED, "the build fails; see " + log, seconds);
    }

    /// Builds and tests in the copy; null if that took too long.
    ///
    /// @param all whether to compile whole modules, and not only files that have changed
    private Integer build(String module, String tests, boolean all, Path log, int minutes)
            throws IOException {
        deleteReports(module);
        Integer exit = maven(module, tests, all, log, minutes);
        if (exit != null && exit != 0 && offline && isMissing(Files.readString(log))) {
            offline = false; // for the rest too
            exit = maven(module, tests, all, log, minutes);
        }
        return exit;
    }

    private static boolean isMissing(String output) {
        return output.contains("offline mode") || output.contains("Could not resolve dependencies");
    }

    private Integer maven(String module, String tests, boolean all, Path log, int minutes)
            throws IOException {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        List<String> command = new ArrayList<>();
        command.add(windows ? "mvn.cmd" : "mvn");
        if (offline) {
            command.add("-o");
        }
        Collections.addAll(command, "-q", "-B", "-pl", module, "-am", "test");
        command.add("-Dtest=" + tests);
        command.add("-Dsurefire.failIfNoSpecifiedTests=false");
        command.add("-Dmaven.compiler.failOnWarning=false"); // what is left unused is no news
        // Sic: false compiles the files that have changed, and true everything if any has.
        command.add("-Dmaven.compiler.useIncrementalCompilation=" + all);
        running =
                new ProcessBuilder(command)
                        .directory(copy.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        Integer exit = await(running, minutes);
        stopBuild();
        return exit;
    }

    private static Integer await(Process process, int minutes) {
        try {
            return process.waitFor(minutes, TimeUnit.MINUTES) ? process.exitValue() : null;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private void stopBuild() {
        Process build = running;
        if (build != null && build.isAlive()) {
            build.descendants().forEach(ProcessHandle::destroyForcibly);
            build.destroyForcibly();
        }
    }

    // Reports

    private Path reports(String module) {
        return copy.resolve(module).resolve("target").resolve("surefire-reports");
    }

    private List<Path> reportFiles(String module) throws IOException {
        if (!Files.isDirectory(reports(module))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(reports(module))) {
            return files.filter(file -> file.getFileName().toString().endsWith(".xml")).toList();
        }
    }

    private void deleteReports(String module) throws IOException {
        for (Path report : reportFiles(module)) {
            Files.delete(report);
        }
    }

    /// The first test that failed, and with what; null if none did.
    private String firstFailure(String module) throws IOException {
        for (Element one : testCases(module)) {
            for (String kind : List.of("failure", "error")) {
                NodeList found = one.getElementsByTagName(kind);
                if (found.getLength() > 0) {
                    return testName(one) + ": " + message((Element) found.item(0));
                }
            }
        }
        return null;
    }

    private List<Element> testCases(String module) throws IOException {
        List<Element> all = new ArrayList<>();
        for (Path report : reportFiles(module)) {
            try {
                NodeList cases =
                        DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(report.toFile())
                                .getElementsByTagName("testcase");
                for (int i = 0; i < cases.getLength(); i++) {
                    all.add((Element) cases.item(i));
                }
            } catch (ParserConfigurationException | SAXException e) {
                throw new Mistake(1, "cannot read " + report + ": " + e.getMessage());
            }
        }
        return all;
    }

    /// Without parameters: which of their values it was changes when there are more.
    private static String testName(Element testCase) {
        return testCase.getAttribute("name").replaceFirst("[(\\[{ ].*", "");
    }

    private static String message(Element failure) {
        String text =
                failure.getAttribute("message").isBlank()
                        ? failure.getAttribute("type")
                        : failure.getAttribute("message");
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) + "..." : line;
    }

    /// What a file of results begins with.
    private String head(String sum) throws IOException {
        return """
        # Faults, %s

        %s. Written by `stress/faults/check`. Commit %s; %s on %s, %d processors.

        """
                .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        sum,
                        git("describe", "--always", "--dirty=-changed", "--exclude=*").strip(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors());
    }

    private static String markdown(Map<Fault, Outcome> outcomes) {
        StringBuilder text = new StringBuilder();
        text.append("| fault | what | test | caught by | seconds |\n");
        text.append("| --- | --- | --- | --- | --- |\n");
        outcomes.forEach(
                (fault, outcome) ->
                        text.append(
                                "| %s | %s | %s %s | %s | %d |%n"
                                        .formatted(
                                                fault.name,
                                                cell(fault.what),
                                                fault.module,
                                                cell(fault.test),
                                                outcome.verdict == Verdict.CAUGHT
                                                        ? cell(outcome.by)
                                                        : word(outcome.verdict),
                                                outcome.seconds)));
        return text.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case CAUGHT -> "caught";
            case NOT_CAUGHT -> "NOT CAUGHT";
            case NOT_TRIED -> "NOT TRIED";
        };
    }

    private static long count(Map<Fault, Outcome> outcomes, Verdict verdict) {
        return outcomes.values().stream().filter(each -> each.verdict == verdict).count();
    }

    private static long secondsSince(long began) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    }
}
