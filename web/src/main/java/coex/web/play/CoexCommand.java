// SPDX-License-Identifier: Apache-2.0
package coex.web.play;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// How to start `coex` in a process of its own.
///
/// @param words what comes before its arguments
record CoexCommand(List<String> words) {

    CoexCommand {
        words = List.copyOf(words);
    }

    ProcessBuilder process(String... arguments) {
        return process(List.of(arguments));
    }

    ProcessBuilder process(List<String> arguments) {
        var builder =
                new ProcessBuilder(
                        new ArrayList<>(
                                Stream.concat(words.stream(), arguments.stream()).toList()));
        builder.environment()
                .keySet()
                .removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "COEX_OPTIONS"));
        return builder;
    }
}
