package coex.observe.hprof;

import kotlin.sequences.Sequence;

import shark.CloseableHeapGraph;
import shark.HeapField;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;

/// A dump as Shark reads it, a parser written independently of the one in [NetBeansDump].
public final class SharkDump implements AutoCloseable {

    private static final EnumSet<HprofRecordTag> ROOTS =
            EnumSet.of(
                    HprofRecordTag.ROOT_JNI_GLOBAL,
                    HprofRecordTag.ROOT_JAVA_FRAME,
                    HprofRecordTag.ROOT_STICKY_CLASS,
                    HprofRecordTag.ROOT_THREAD_OBJECT);

    private final CloseableHeapGraph graph;

    public SharkDump(Path file) {
        this.graph = HprofHeapGraph.Companion.openHeapGraph(file.toFile(), null, ROOTS);
    }

    public CloseableHeapGraph graph() {
        return graph;
    }

    public static <T> Iterable<T> in(Sequence<T> sequence) {
        return sequence::iterator;
    }

    /// How many references name nothing that is in the dump.
    public long danglingReferences() {
        long dangling = 0;
        for (HeapObjectArray array : in(graph.getObjectArrays())) {
            for (long id : array.readRecord().getElementIds()) {
                dangling += id == 0 || graph.objectExists(id) ? 0 : 1;
            }
        }
        for (HeapInstance instance : in(graph.getInstances())) {
            for (HeapField field : in(instance.readFields())) {
                Long id = field.getValue().getAsNonNullObjectId();
                dangling += id == null || graph.objectExists(id) ? 0 : 1;
            }
        }
        return dangling;
    }

    @Override
    public void close() throws IOException {
        graph.close();
    }
}
