// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import java.util.List;

/// A class as a dump names it.
///
/// @param id of its `java.lang.Class` object
/// @param serial its number among the classes, from 1
/// @param name with slashes, as in class files
/// @param parent the superclass; null for `java/lang/Object`
/// @param statics fields of the class itself, with their values
/// @param fields those it adds to its superclass's
/// @param instanceBytes what an instance takes, header and padding included; 0 for arrays
record DumpClass(
        long id,
        int serial,
        String name,
        DumpClass parent,
        List<Static> statics,
        List<Instance> fields,
        int instanceBytes) {

    record Static(String name, ValueType type, long value) {}

    record Instance(String name, ValueType type) {}

    /// Bytes of the values of an instance in a dump.
    int valueBytes(int idBytes) {
        int bytes = parent == null ? 0 : parent.valueBytes(idBytes);
        for (Instance field : fields) {
            bytes += field.type().bytes(idBytes);
        }
        return bytes;
    }
}
