package coex.lsp.debug;

import coex.codegen.GeneratedNames;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The threads of a program that has stopped, and the calls of Coex functions in each. What it
/// gives out numbers for is good until the program goes on. For one thread at a time.
final class StoppedThreads {

    private static final String MAIN = "coex main";

    /// @param index of the frame in the thread's stack
    record Call(
            int id,
            String function,
            String sourceName,
            int line,
            ThreadReference thread,
            int index) {}

    private final Map<Integer, Call> calls = new HashMap<>();
    private int last;

    void forget() {
        calls.clear();
    }

    /// The threads that run functions of the program: `main` and tasks.
    static List<ThreadReference> of(VirtualMachine machine) {
        return machine.allThreads().stream()
                .filter(thread -> thread.isVirtual() || thread.name().equals(MAIN))
                .toList();
    }

    static Optional<ThreadReference> named(VirtualMachine machine, int id) {
        return of(machine).stream().filter(thread -> idOf(thread) == id).findFirst();
    }

    static int idOf(ThreadReference thread) {
        return (int) thread.uniqueID();
    }

    /// `main`, or the task by its function.
    static String nameOf(ThreadReference thread) {
        if (!thread.isVirtual()) {
            return "main";
        }
        try {
            List<StackFrame> frames = thread.isSuspended() ? thread.frames() : List.of();
            return frames.reversed().stream()
                    .map(StackFrame::location)
                    .filter(StoppedThreads::isOfProgram)
                    .findFirst()
                    .map(location -> "task " + functionOf(location))
                    .orElse("task");
        } catch (IncompatibleThreadStateException | ObjectCollectedException e) {
            return "task";
        }
    }

    /// The calls of Coex functions, the innermost first.
    List<Call> callsOf(ThreadReference thread) throws IncompatibleThreadStateException {
        var found = new ArrayList<Call>();
        List<StackFrame> frames = thread.frames();
        for (int i = 0; i < frames.size(); i++) {
            Location location = frames.get(i).location();
            if (isOfProgram(location)) {
                var call =
                        new Call(
                                ++last,
                                functionOf(location),
                                sourceNameOf(location),
                                location.lineNumber(),
                                thread,
                                i);
                calls.put(call.id(), call);
                found.add(call);
            }
        }
        return found;
    }

    Optional<Call> call(int id) {
        return Optional.ofNullable(calls.get(id));
    }

    private static boolean isOfProgram(Location location) {
        return location.declaringType().name().startsWith(GeneratedNames.PACKAGE)
                && location.lineNumber() > 0;
    }

    /// `Tank$filled` is the method `Tank.filled`; a number at the end tells instances apart.
    private static String functionOf(Location location) {
        return location.method().name().replaceFirst("\\$\\d+$", "").replace('$', '.');
    }

    private static String sourceNameOf(Location location) {
        try {
            return location.sourceName();
        } catch (AbsentInformationException e) {
            return "";
        }
    }
}
