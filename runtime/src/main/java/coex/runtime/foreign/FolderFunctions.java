package coex.runtime.foreign;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;
import coex.runtime.io.Failure;
import coex.runtime.sandbox.FolderAccess;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What the module `files` asks of folders, which it declares as foreign functions. A program does
/// with them what its permissions allow.
///
/// Each takes the mutator and then what generated code gives to foreign functions; the thread is in
/// a safe region while it waits for the system. Any thread may call.
final class FolderFunctions {

    private static final String PREFIX = "coex_std_";

    static final Map<String, Signature> FUNCTIONS = functions();

    private final Strings strings;
    private final FolderAccess folders;

    FolderFunctions(Strings strings, FolderAccess folders) {
        this.strings = strings;
        this.folders = folders;
    }

    private static Map<String, Signature> functions() {
        var functions = new HashMap<String, Signature>();
        functions.put(PREFIX + "list", Signature.of("(string) -> string"));
        functions.put(PREFIX + "is_folder", Signature.of("(string) -> bool"));
        functions.put(PREFIX + "make_folder", Signature.of("(string) -> string"));
        functions.put(PREFIX + "remove", Signature.of("(string) -> string"));
        functions.put(PREFIX + "rename", Signature.of("(string, string) -> string"));
        functions.put(PREFIX + "is_same", Signature.of("(string, string) -> bool"));
        return Map.copyOf(functions);
    }

    /// The function of a name and exactly these types, if it is one of ours.
    Optional<MethodHandle> find(String name, Signature wanted) {
        return wanted.equals(FUNCTIONS.get(name))
                ? Optional.of(
                        wanted.bind(MethodHandles.lookup(), this, name.substring(PREFIX.length())))
                : Optional.empty();
    }

    /// Each name of a folder after a `/`, which no name has in it; or a problem, which begins with
    /// a letter. A safepoint.
    long list(MutatorContext mutator, long path) {
        String name = strings.toJava(mutator, path);
        String answer;
        mutator.enterSafeRegion();
        try {
            var names = new StringBuilder();
            folders.list(name).forEach(each -> names.append('/').append(each));
            answer = names.toString();
        } catch (CoexError refused) {
            throw refused;
        } catch (IOException | RuntimeException e) {
            answer = Failure.text(e);
        } finally {
            mutator.returnFromSafeRegion();
        }
        return strings.of(mutator, answer);
    }

    /// A safepoint.
    boolean is_folder(MutatorContext mutator, long path) {
        String name = strings.toJava(mutator, path);
        return answer(mutator, () -> folders.isFolder(name));
    }

    /// Nothing, or a problem. A safepoint.
    long make_folder(MutatorContext mutator, long path) {
        String name = strings.toJava(mutator, path);
        return problem(mutator, () -> folders.makeFolder(name));
    }

    /// Nothing, or a problem. A safepoint.
    long remove(MutatorContext mutator, long path) {
        String name = strings.toJava(mutator, path);
        return problem(mutator, () -> folders.remove(name));
    }

    /// Nothing, or a problem. A safepoint.
    long rename(MutatorContext mutator, long path, long newPath) {
        try (RootFrame _ = RootFrame.of(mutator, path, newPath)) {
            String name = strings.toJava(mutator, path);
            String newName = strings.toJava(mutator, newPath);
            return problem(mutator, () -> folders.rename(name, newName));
        }
    }

    /// A safepoint.
    boolean is_same(MutatorContext mutator, long source, long target) {
        try (RootFrame _ = RootFrame.of(mutator, source, target)) {
            String from = strings.toJava(mutator, source);
            String to = strings.toJava(mutator, target);
            return answer(mutator, () -> folders.isSame(from, to));
        }
    }

    private interface Request {
        void perform() throws IOException;
    }

    private interface Question {
        boolean isSo() throws IOException;
    }

    private long problem(MutatorContext mutator, Request request) {
        String problem = "";
        mutator.enterSafeRegion();
        try {
            request.perform();
        } catch (CoexError refused) {
            throw refused;
        } catch (IOException | RuntimeException e) {
            problem = Failure.text(e);
        } finally {
            mutator.returnFromSafeRegion();
        }
        return strings.of(mutator, problem);
    }

    /// No, if the system does not say.
    private static boolean answer(MutatorContext mutator, Question question) {
        mutator.enterSafeRegion();
        try {
            return question.isSo();
        } catch (CoexError refused) {
            throw refused;
        } catch (IOException | RuntimeException e) {
            return false;
        } finally {
            mutator.returnFromSafeRegion();
        }
    }
}
