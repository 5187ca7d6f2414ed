package coex.observe.hprof;

import org.netbeans.lib.profiler.heap.GCRoot;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.JavaClass;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A dump as the library behind VisualVM reads it.
///
/// It keeps an index beside the file and trusts it: open each path once.
public final class NetBeansDump {

    private final Heap heap;

    public NetBeansDump(Path file) throws IOException {
        this.heap = HeapFactory.createHeap(file.toFile());
    }

    public Heap heap() {
        return heap;
    }

    /// How many instances there are of a class; -1 if there is no such class.
    public int count(String className) {
        JavaClass found = heap.getJavaClassByName(className);
        return found == null ? -1 : found.getInstancesCount();
    }

    public JavaClass type(String className) {
        return heap.getJavaClassByName(className);
    }

    /// The object that had this handle; null if it is not in the dump.
    public Instance object(long handle) {
        return heap.getInstanceByID(handle * 8);
    }

    /// The handle that an object in the dump had.
    public static long handle(Object instance) {
        return ((Instance) instance).getInstanceId() / 8;
    }

    /// A string's text, as the reader decodes it.
    public static String text(Object string) {
        try {
            Method decode =
                    Class.forName("org.netbeans.lib.profiler.heap.HprofProxy")
                            .getDeclaredMethod("getString", Instance.class);
            decode.setAccessible(true);
            return (String) decode.invoke(null, string);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the reader has no decoder of strings any more", e);
        }
    }

    /// The objects on the way from `instance` to the root that keeps it alive, both included.
    public static List<Instance> pathToRoot(Instance instance) {
        List<Instance> path = new ArrayList<>();
        Instance at = instance;
        while (at != null) {
            path.add(at);
            if (at.isGCRoot()) {
                return path;
            }
            at = at.getNearestGCRootPointer();
        }
        throw new AssertionError("no root at the end of " + path);
    }

    /// The roots of a kind, in the order of the file.
    public List<GCRoot> roots(String kind) {
        List<GCRoot> found = new ArrayList<>();
        for (Object each : heap.getGCRoots()) {
            if (((GCRoot) each).getKind().equals(kind)) {
                found.add((GCRoot) each);
            }
        }
        return found;
    }
}
