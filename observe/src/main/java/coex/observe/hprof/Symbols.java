// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// The names in a dump, each written once, before anything that uses it.
final class Symbols {

    private static final int TEXT = 0x01;

    private final Map<String, Long> ids = new LinkedHashMap<>();

    /// The identifier of a name; it has to be asked for before [#write] the first time.
    long of(String name) {
        return ids.computeIfAbsent(name, _ -> ids.size() + 1L);
    }

    void write(RecordStream out) {
        ids.forEach(
                (name, id) -> {
                    byte[] text = name.getBytes(StandardCharsets.UTF_8);
                    out.record(TEXT, out.idBytes() + text.length);
                    out.id(id);
                    out.bytes(text);
                });
    }
}
