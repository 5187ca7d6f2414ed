// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.observe.jmx.LocalBean;
import coex.observe.jmx.LoopbackConnectors;
import coex.observe.jmx.RegisteredBeans;

import java.lang.management.ManagementFactory;

/// Shows heaps to JMX tools: JConsole, VisualVM, Mission Control, and `./coex heap`.
///
/// ```java
/// Heap heap = Heap.open();
/// HeapBeans.register(heap);      // ./coex heap top PID
/// ```
///
/// Each heap has three beans: `coex:type=Heap`, `coex:type=HeapCycles` and `coex:type=HeapHolds`,
/// each with `name=` the heap's name, and `#2`, `#3`, ... after it where several open heaps have
/// the same. They go when the heap is closed, and do not keep it from being dropped. While nobody
/// looks they cost a few microseconds in each cycle, on the collector.
public final class HeapBeans {

    /// The system property that says how many heaps of this JVM have beans, so that a tool need not
    /// start a management agent to find out. Absent if there has been none.
    public static final String COUNT_PROPERTY = "coex.observe.heaps";

    /// The domain of the beans' names.
    public static final String DOMAIN = RegisteredBeans.DOMAIN;

    private HeapBeans() {}

    /// Registers the beans of `heap` with the platform's server, until the heap or what is returned
    /// is closed.
    ///
    /// @param heap the heap
    /// @return what takes the beans away when it is closed
    /// @throws HeapClosedException if the heap is closed
    public static Registration register(Heap heap) {
        LoopbackConnectors.offer();
        return RegisteredBeans.register(heap, ManagementFactory.getPlatformMBeanServer());
    }

    /// The bean of `heap` without a registration, for what looks at the heap from inside its own
    /// program. Closing it ends its listening; it does not keep the heap.
    ///
    /// @param heap the heap to look at
    /// @param whenGone called once when the heap is being closed or was dropped, or the view is
    ///     closed; must not wait for anyone
    /// @return the bean, until it is closed
    /// @throws HeapClosedException if the heap is closed
    public static View view(Heap heap, Runnable whenGone) {
        return LocalBean.of(heap, whenGone);
    }

    /// A bean that no server knows.
    public interface View extends AutoCloseable {

        /// {@return what the bean of a registered heap would be, but that its methods throw the
        /// exceptions of this program}
        HeapMXBean bean();

        /// {@return whether the heap is closed or was dropped}
        boolean isHeapClosed();

        @Override
        void close();
    }

    /// The beans of a heap, as long as they are registered.
    public interface Registration extends AutoCloseable {

        /// {@return the heap's name as its beans have it}
        String name();

        /// Unregisters the beans. Does nothing if they have gone already.
        @Override
        void close();
    }
}
