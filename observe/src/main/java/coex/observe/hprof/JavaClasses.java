// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import static coex.observe.hprof.ValueType.BOOLEAN;
import static coex.observe.hprof.ValueType.BYTE;
import static coex.observe.hprof.ValueType.INT;
import static coex.observe.hprof.ValueType.LONG;
import static coex.observe.hprof.ValueType.OBJECT;

import coex.gc.Shape;
import coex.observe.hprof.DumpClass.Instance;
import coex.observe.hprof.DumpClass.Static;

import java.util.List;

/// The classes of the JDK that readers look for, as far as they look into them.
///
/// Without `Object` and `Class` a dump is not opened; strings are shown through `String` and
/// `StringUTF16`; weak references are told from others by `Reference.referent` if all four kinds of
/// references are there; threads are shown through `Thread` and `ThreadGroup`; VisualVM takes the
/// dump for one of a Java program by `System.props` and `Class$Atomic`.
final class JavaClasses {

    final DumpClass object;
    final DumpClass string;
    final DumpClass thread;
    final DumpClass threadGroup;
    final DumpClass weakReference;
    final DumpClass properties;
    final DumpClass map;
    final DumpClass mapNode;
    final DumpClass mapNodes;

    /// The class of our stack frames.
    final DumpClass shadowStack;

    /// The object in `System.props`.
    final long systemProperties;

    private final ClassTable table;
    private final int idBytes;

    JavaClasses(ClassTable table, Identifiers identifiers) {
        this.table = table;
        this.idBytes = identifiers.bytes();
        object = define("java/lang/Object", null);
        define("java/lang/Class", object);
        define("java/lang/Class$Atomic", object);
        define("java/lang/ClassLoader", object);
        string =
                define(
                        "java/lang/String",
                        object,
                        new Instance("value", OBJECT),
                        new Instance("hash", INT),
                        new Instance("coder", BYTE),
                        new Instance("hashIsZero", BOOLEAN));
        defineStatics(
                "java/lang/StringUTF16", // says that the low byte comes first
                new Static("HI_BYTE_SHIFT", INT, 0),
                new Static("LO_BYTE_SHIFT", INT, 8));
        thread =
                define(
                        "java/lang/Thread",
                        object,
                        new Instance("name", OBJECT),
                        new Instance("group", OBJECT),
                        new Instance("contextClassLoader", OBJECT),
                        new Instance("tid", LONG),
                        new Instance("threadStatus", INT),
                        new Instance("priority", INT),
                        new Instance("daemon", BOOLEAN));
        threadGroup =
                define(
                        "java/lang/ThreadGroup",
                        object,
                        new Instance("parent", OBJECT),
                        new Instance("name", OBJECT));
        DumpClass reference =
                define("java/lang/ref/Reference", object, new Instance("referent", OBJECT));
        weakReference = define("java/lang/ref/WeakReference", reference);
        define("java/lang/ref/SoftReference", reference);
        define("java/lang/ref/FinalReference", reference);
        define("java/lang/ref/PhantomReference", reference);
        systemProperties = identifiers.fresh();
        defineStatics("java/lang/System", new Static("props", OBJECT, systemProperties));
        properties =
                define(
                        "java/util/Properties",
                        object,
                        new Instance("defaults", OBJECT),
                        new Instance("map", OBJECT));
        String name = "java/util/concurrent/ConcurrentHashMap";
        map = define(name, object, new Instance("table", OBJECT));
        mapNode =
                define(
                        name + "$Node",
                        object,
                        new Instance("hash", INT),
                        new Instance("key", OBJECT),
                        new Instance("val", OBJECT),
                        new Instance("next", OBJECT));
        mapNodes = define("[L" + name + "$Node;", object);
        shadowStack = define("coex/ShadowStack", object);
        for (ValueType type : ValueType.values()) {
            if (type.arrayClass() != null) {
                define(type.arrayClass(), object);
            }
        }
    }

    private DumpClass define(String name, DumpClass parent, Instance... fields) {
        DumpClass fieldsOnly = new DumpClass(0, 0, name, parent, List.of(), List.of(fields), 0);
        int bytes = Shape.HEADER_BYTES + fieldsOnly.valueBytes(idBytes) + 7 & -8;
        return table.define(
                name, parent, List.of(), List.of(fields), name.startsWith("[") ? 0 : bytes);
    }

    private void defineStatics(String name, Static... statics) {
        table.define(name, object, List.of(statics), List.of(), Shape.HEADER_BYTES);
    }
}
