package coex.lsp.debug;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;

import org.eclipse.lsp4j.debug.Breakpoint;
import org.eclipse.lsp4j.debug.Source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Where a program is to stop. A line is known before the class that has it, and a line without
/// code stands for the next one that has some.
///
/// Guarded by its own lock: the editor's messages and the program's events come from two threads.
final class Breakpoints {

    private record Wanted(int id, Path file, int line) {}

    private final Map<Path, List<Wanted>> wanted = new HashMap<>();

    /// The lines at which the program really stops, by the number of the wanted one.
    private final Map<Integer, Integer> found = new HashMap<>();

    private final List<ReferenceType> classes = new ArrayList<>();
    private int last;

    /// Makes these the only ones of a file.
    ///
    /// @param machine null while there is none
    synchronized Breakpoint[] set(Path file, List<Integer> lines, VirtualMachine machine) {
        List<Wanted> old = wanted.getOrDefault(file, List.of());
        old.forEach(each -> found.remove(each.id()));
        List<Wanted> now = lines.stream().map(line -> new Wanted(++last, file, line)).toList();
        wanted.put(file, now);
        if (machine != null) {
            machine.eventRequestManager().deleteEventRequests(requestsOf(file, machine));
            for (ReferenceType type : classes) {
                now.forEach(each -> request(each, type));
            }
        }
        return now.stream().map(this::describe).toArray(Breakpoint[]::new);
    }

    private static List<BreakpointRequest> requestsOf(Path file, VirtualMachine machine) {
        return machine.eventRequestManager().breakpointRequests().stream()
                .filter(request -> file.equals(request.getProperty(Breakpoints.class)))
                .toList();
    }

    /// A class of the program has been loaded. Tells of the breakpoints in it.
    synchronized void loaded(ReferenceType type, Consumer<Breakpoint> told) {
        classes.add(type);
        wanted.values().stream()
                .flatMap(List::stream)
                .filter(each -> request(each, type))
                .forEach(each -> told.accept(describe(each)));
    }

    private boolean request(Wanted breakpoint, ReferenceType type) {
        Optional<Integer> line = lineIn(type, breakpoint);
        if (line.isEmpty()) {
            return false;
        }
        try {
            for (Location location : type.locationsOfLine(line.get())) {
                if (isFirst(location)) {
                    BreakpointRequest request =
                            type.virtualMachine()
                                    .eventRequestManager()
                                    .createBreakpointRequest(location);
                    request.putProperty(Breakpoints.class, breakpoint.file());
                    request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
                    request.enable();
                }
            }
        } catch (AbsentInformationException e) {
            return false;
        }
        found.merge(breakpoint.id(), line.get(), Math::min);
        return true;
    }

    /// A line may have several places in a method. The program stops where it comes to the line,
    /// not also where it comes back to it from within.
    private static boolean isFirst(Location location) throws AbsentInformationException {
        return location.method().locationsOfLine(location.lineNumber()).stream()
                .allMatch(other -> location.codeIndex() <= other.codeIndex());
    }

    /// The first line with code, from the wanted one on, in the function that it is in.
    private static Optional<Integer> lineIn(ReferenceType type, Wanted breakpoint) {
        try {
            if (!type.sourceName().equals(breakpoint.file().getFileName().toString())) {
                return Optional.empty();
            }
            return type.methods().stream()
                    .flatMap(method -> lineIn(method, breakpoint.line()).stream())
                    .min(Integer::compare);
        } catch (AbsentInformationException e) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> lineIn(com.sun.jdi.Method method, int line) {
        try {
            List<Integer> lines =
                    method.allLineLocations().stream().map(Location::lineNumber).toList();
            boolean isAround =
                    lines.stream().anyMatch(each -> each <= line)
                            && lines.stream().anyMatch(each -> each >= line);
            return isAround
                    ? lines.stream().filter(each -> each >= line).min(Integer::compare)
                    : Optional.empty();
        } catch (AbsentInformationException e) {
            return Optional.empty();
        }
    }

    private Breakpoint describe(Wanted wanted) {
        var result = new Breakpoint();
        result.setId(wanted.id());
        result.setLine(found.getOrDefault(wanted.id(), wanted.line()));
        result.setVerified(found.containsKey(wanted.id()));
        if (!result.isVerified()) {
            result.setMessage("No function with code there has been loaded yet.");
        }
        var source = new Source();
        source.setName(wanted.file().getFileName().toString());
        source.setPath(wanted.file().toString());
        result.setSource(source);
        return result;
    }
}
