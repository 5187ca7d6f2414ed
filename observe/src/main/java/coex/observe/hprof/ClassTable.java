// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.observe.hprof.DumpClass.Instance;
import coex.observe.hprof.DumpClass.Static;

import java.util.ArrayList;
import java.util.List;

/// All classes of a dump.
final class ClassTable {

    private static final int LOAD = 0x02;
    private static final int DUMP = 0x20;
    private static final int STICKY_ROOT = 0x05;

    private final Identifiers identifiers;
    private final Symbols symbols;
    private final List<DumpClass> classes = new ArrayList<>();

    ClassTable(Identifiers identifiers, Symbols symbols) {
        this.identifiers = identifiers;
        this.symbols = symbols;
    }

    /// Adds a class. Fields keep their order.
    DumpClass define(
            String name,
            DumpClass parent,
            List<Static> statics,
            List<Instance> fields,
            int instanceBytes) {
        int serial = classes.size() + 1;
        DumpClass added =
                new DumpClass(
                        identifiers.fresh(), serial, name, parent, statics, fields, instanceBytes);
        classes.add(added);
        symbols.of(name);
        statics.forEach(field -> symbols.of(field.name()));
        fields.forEach(field -> symbols.of(field.name()));
        return added;
    }

    /// Says that the classes exist, outside segments.
    void writeLoads(RecordStream out) {
        for (DumpClass each : classes) {
            out.record(LOAD, 2 * Integer.BYTES + 2L * out.idBytes());
            out.u4(each.serial());
            out.id(each.id());
            out.u4(Stacks.NO_TRACE);
            out.id(symbols.of(each.name()));
        }
    }

    /// Says what they are, in segments, and that all are roots: no loader keeps them.
    void writeDumps(RecordStream out) {
        for (DumpClass each : classes) {
            write(out, each);
        }
        for (DumpClass each : classes) {
            out.item(1 + out.idBytes());
            out.u1(STICKY_ROOT);
            out.id(each.id());
        }
    }

    private void write(RecordStream out, DumpClass each) {
        int idBytes = out.idBytes();
        long length = 1 + 7L * idBytes + 2 * Integer.BYTES + 3 * Short.BYTES;
        for (Static field : each.statics()) {
            length += idBytes + 1 + field.type().bytes(idBytes);
        }
        length += each.fields().size() * (idBytes + 1L);
        out.item(length);
        out.u1(DUMP);
        out.id(each.id());
        out.u4(Stacks.NO_TRACE);
        out.id(each.parent() == null ? 0 : each.parent().id());
        for (int i = 0; i < 5; i++) {
            out.id(0); // loader, signers, protection domain, two reserved
        }
        out.u4(each.instanceBytes());
        out.u2(0); // constant pool
        out.u2(each.statics().size());
        for (Static field : each.statics()) {
            out.id(symbols.of(field.name()));
            out.u1(field.type().number());
            field.type().write(out, field.value());
        }
        out.u2(each.fields().size());
        for (Instance field : each.fields()) {
            out.id(symbols.of(field.name()));
            out.u1(field.type().number());
        }
    }
}
