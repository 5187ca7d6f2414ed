package coex.runtime.launch;

import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.csource.ForeignCache;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The main class of programs that `coex build` has made. Their classes are on the class path, as everything
/// here is, so that the JDK's cache can hold them.
///
/// The first argument describes the program (see [#describe]), the second is its path, the rest are its
/// arguments. With `-Dcoex.training=true` everything is made ready and `main` is not called: that run shows
/// which classes to cache.
public final class ProgramMain {

    /// Where in the jar foreign libraries are, by key.
    public static final String LIBRARIES = "coex/program/libraries/";

    private static final String NONE = "-";

    private ProgramMain() {}

    public static void main(String[] words) {
        int status;
        try {
            status = run(words);
        } catch (BadOptionException e) {
            status = fail(words[1] + ": " + e.getMessage(), 2);
        } catch (IOException e) {
            status = fail(words[1] + ": cannot write its foreign libraries: " + e.getMessage(), 1);
        } catch (Throwable failure) {
            var report = new BugReport(words[1], "program " + words[0], Map.of(), failure);
            status = report.print(new PrintWriter(System.err, true));
        }
        ProcessEnd.with(status);
    }

    private static int fail(String message, int status) {
        System.err.println(message);
        return status;
    }

    private static int run(String[] words)
            throws InterruptedException, BadOptionException, IOException {
        Program program = described(words[0]);
        List<String> arguments = List.of(words).subList(1, words.length);
        RunSettings settings = ProgramProcess.settingsOfEnvironment();
        return Boolean.getBoolean("coex.training")
                ? ProgramProcess.prepare(program, settings, arguments)
                : ProgramProcess.run(program, settings, arguments);
    }

    /// What [#main] has to know of a program whose classes are on the class path, as one word: the class and
    /// method of its `main`, the parameters of that, whether it has a result, the classes that make constants,
    /// and the keys of its foreign libraries, separated by slashes and commas.
    public static String describe(Program program) {
        List<String> constants =
                program.classes().keySet().stream().filter(Program::makesConstants).toList();
        return String.join(
                "/",
                program.mainClass(),
                program.mainMethod(),
                listed(program.mainParameters()),
                program.hasResult() ? "int" : NONE,
                listed(constants),
                listed(program.libraries().stream().map(ForeignLibrary::key).toList()));
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? NONE : String.join(",", names);
    }

    private static Program described(String description) throws IOException {
        String[] parts = description.split("/");
        Map<String, byte[]> classes = new HashMap<>();
        for (String name : names(parts[4])) {
            classes.put(name, new byte[0]); // never defined: the class path has it
        }
        return new Program(
                classes,
                parts[0],
                parts[1],
                names(parts[2]),
                !parts[3].equals(NONE),
                libraries(names(parts[5])));
    }

    /// The shared libraries that the jar holds, copied to where they can be loaded from.
    private static List<ForeignLibrary> libraries(List<String> keys) throws IOException {
        if (keys.isEmpty()) {
            return List.of();
        }
        List<ForeignLibrary> found = new ArrayList<>();
        ForeignCache cache = ForeignCache.ofUser();
        for (String key : keys) {
            Optional<ForeignLibrary> known = cache.find(key);
            found.add(known.isPresent() ? known.get() : cache.keep(key, content(key)));
        }
        return found;
    }

    private static byte[] content(String key) throws IOException {
        try (InputStream in = ProgramMain.class.getResourceAsStream("/" + LIBRARIES + key)) {
            return in.readAllBytes();
        }
    }

    private static List<String> names(String list) {
        return list.equals(NONE) ? List.of() : List.of(list.split(","));
    }
}
