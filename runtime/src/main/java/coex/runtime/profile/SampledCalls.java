package coex.runtime.profile;

import coex.codegen.GeneratedNames;
import coex.runtime.error.ProgramFrames;

import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The Coex functions of one stack.
///
/// @param calls the outermost first; last what the runtime did for the innermost, in brackets, if
///     it was seen there
/// @param place the function and the line that were being run; empty if no function was
record SampledCalls(List<String> calls, String place) {

    private static final String OUTER = "(calls further out)";

    static SampledCalls of(RecordedStackTrace stack) {
        return of(stack.getFrames(), stack.isTruncated());
    }

    private static SampledCalls of(List<RecordedFrame> frames, boolean isTruncated) {
        var calls = new ArrayList<String>();
        String place = "";
        for (RecordedFrame frame : frames) {
            String className = frame.getMethod().getType().getName();
            if (!ProgramFrames.isOne(className, frame.getLineNumber())) {
                continue;
            }
            String name = name(className, frame.getMethod().getName());
            if (calls.isEmpty()) {
                place = name + ":" + frame.getLineNumber();
                String part = partOfRuntime(frames.getFirst());
                if (!part.isEmpty()) {
                    calls.add(part);
                }
            }
            calls.add(name);
        }
        if (isTruncated && !calls.isEmpty()) {
            calls.add(OUTER);
        }
        Collections.reverse(calls);
        return new SampledCalls(List.copyOf(calls), place);
    }

    /// Functions of modules are named as the program calls them.
    private static String name(String className, String methodName) {
        String function = ProgramFrames.functionOf(methodName);
        String simple = className.substring(GeneratedNames.PACKAGE.length());
        if (!simple.startsWith(GeneratedNames.MODULE)) {
            return function;
        }
        String module = simple.substring(GeneratedNames.MODULE.length());
        int end = module.indexOf('$');
        return (end < 0 ? module : module.substring(0, end)) + "." + function;
    }

    /// What the innermost frame does, if it is none of the program's.
    private static String partOfRuntime(RecordedFrame innermost) {
        String className = innermost.getMethod().getType().getName();
        if (className.startsWith(GeneratedNames.PACKAGE)) {
            return "";
        }
        if (className.startsWith("coex.collections.")) {
            return "[collections]";
        }
        return className.startsWith("coex.gc.") ? "[memory]" : "[runtime]";
    }
}
