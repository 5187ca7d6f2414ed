// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.HeapBeans;
import coex.observe.HeapCyclesMXBean;
import coex.observe.HeapHoldsMXBean;
import coex.observe.HeapMXBean;

import java.util.concurrent.atomic.AtomicBoolean;

import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/// The three beans of a heap in a server, from [#register] to [#close], which the heap calls when
/// it is closed or has been dropped. None of them keeps the heap.
public final class RegisteredBeans implements HeapBeans.Registration {

    public static final String DOMAIN = BeanNames.DOMAIN;

    private static final Object COUNT_LOCK = new Object();

    private final WatchedHeap heap;
    private final MBeanServer server;
    private final HeapAnnouncer announcer;
    private final HeapWatch watch;
    private final AtomicBoolean gone = new AtomicBoolean();
    private ObjectName heapName;
    private ObjectName cyclesName;
    private ObjectName holdsName;

    private RegisteredBeans(Heap heap, MBeanServer server) {
        this.heap = new WatchedHeap(heap);
        this.server = server;
        this.announcer = new HeapAnnouncer(heap.options().name());
        this.watch = new HeapWatch(heap, announcer, this::close);
    }

    public static RegisteredBeans register(Heap heap, MBeanServer server) {
        RegisteredBeans beans = new RegisteredBeans(heap, server);
        try {
            beans.registerAll();
        } catch (JMException e) {
            throw new IllegalStateException(
                    "beans not registered: heap=" + heap.options().name(), e);
        }
        beans.listen(heap);
        return beans;
    }

    private void registerAll() throws JMException {
        int copy = 1;
        while (!tryRegister(copy)) {
            copy++;
        }
        changeCount(1);
    }

    /// False if there are beans of that name.
    private boolean tryRegister(int copy) throws JMException {
        String name = heap.name();
        heapName = BeanNames.of("Heap", name, copy);
        cyclesName = BeanNames.of("HeapCycles", name, copy);
        holdsName = BeanNames.of("HeapHolds", name, copy);
        announcer.setSources(heapName, cyclesName, holdsName);
        var heapBean = new HeapBean(heap, watch, new Reports(heap), new HprofFile(heap));
        var cycles = new CyclesBean(heap, watch, announcer, cyclesName);
        var holds = new HoldsBean(heap, watch, holdsName);
        return tryRegister(new DescribedBean(heapBean, HeapMXBean.class, announcer.heap), heapName)
                && tryRegisterOr(
                        new DescribedBean(cycles, HeapCyclesMXBean.class, announcer.cycles),
                        cyclesName,
                        heapName)
                && tryRegisterOr(
                        new DescribedBean(holds, HeapHoldsMXBean.class, announcer.holds),
                        holdsName,
                        heapName,
                        cyclesName);
    }

    private boolean tryRegisterOr(DescribedBean bean, ObjectName name, ObjectName... undo)
            throws JMException {
        boolean done = tryRegister(bean, name);
        if (!done) {
            for (ObjectName before : undo) {
                unregister(before);
            }
        }
        return done;
    }

    private boolean tryRegister(DescribedBean bean, ObjectName name) throws JMException {
        try {
            server.registerMBean(bean, name);
            return true;
        } catch (InstanceAlreadyExistsException _) {
            return false;
        }
    }

    /// A heap that is closed at this moment may have told its listeners before this one was added.
    private void listen(Heap open) {
        try {
            open.addListener(watch);
            ConcurrentHeap.of(open).whenDropped(this::close);
        } catch (HeapClosedException e) {
            close();
            throw e;
        }
        if (open.isClosed()) {
            close();
        }
    }

    @Override
    public String name() {
        return BeanNames.heapOf(heapName);
    }

    @Override
    public void close() {
        if (gone.compareAndSet(false, true)) {
            Heap known = heap.orNull();
            if (known != null) {
                known.removeListener(watch);
            }
            unregister(heapName);
            unregister(cyclesName);
            unregister(holdsName);
            announcer.close();
            changeCount(-1);
        }
    }

    private void unregister(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException _) {
            // somebody has unregistered it already
        } catch (JMException e) {
            throw new IllegalStateException("bean not unregistered: name=" + name, e);
        }
    }

    private static void changeCount(int by) {
        synchronized (COUNT_LOCK) {
            int count = Integer.getInteger(HeapBeans.COUNT_PROPERTY, 0) + by;
            System.setProperty(HeapBeans.COUNT_PROPERTY, Integer.toString(count));
        }
    }
}
