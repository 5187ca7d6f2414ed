// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.instance;

import coex.collections.PersistentCollections;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.observe.HeapBeans;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The heap that all stores of an application share in this process, and the thread that saves
/// them, and counts those with a limit. It is opened by the first store that opens and closed with
/// the last one.
public final class InstanceHeap {

    /// By application. Guarded by itself, as is [#users].
    private static final Map<String, InstanceHeap> OPEN = new HashMap<>();

    private final String application;
    private final Heap heap;
    private final PersistentCollections collections;
    private final HeapBeans.Registration beans;
    private final ThreadPoolExecutor saver;
    private int users;

    private InstanceHeap(StoreSettings settings) {
        application = settings.application();
        HeapOptions.Builder options = HeapOptions.builder().name("streams-" + application);
        long mostBytes = settings.heapBytes();
        if (mostBytes != 0) {
            options.maximumBytes(mostBytes);
        }
        heap = Heap.open(options.build());
        collections = PersistentCollections.in(heap);
        beans = settings.jmx() ? HeapBeans.register(heap) : null;
        saver =
                new ThreadPoolExecutor(
                        1,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task ->
                                Thread.ofPlatform()
                                        .daemon()
                                        .name("coex-streams-saver-" + application)
                                        .unstarted(task));
        saver.allowCoreThreadTimeOut(true);
    }

    /// The heap of an application, for one more store, which calls [#leave] in the end. Of several
    /// settings for one application those count that are seen first.
    public static InstanceHeap enter(StoreSettings settings) {
        synchronized (OPEN) {
            InstanceHeap instance = OPEN.get(settings.application());
            if (instance == null) {
                instance = new InstanceHeap(settings);
                OPEN.put(instance.application, instance);
            }
            instance.users++;
            return instance;
        }
    }

    public void leave() {
        synchronized (OPEN) {
            users--;
            if (users > 0) {
                return;
            }
            OPEN.remove(application);
            if (beans != null) {
                beans.close(); // before another heap of the application may have the name
            }
        }
        saver.shutdown();
        heap.close();
    }

    public PersistentCollections collections() {
        return collections;
    }

    public HeapStats stats() {
        return heap.stats();
    }

    /// Has the saver do something; the caller does it if the instance is being closed.
    public void onSaver(Runnable work) {
        try {
            saver.execute(work);
        } catch (RejectedExecutionException e) {
            work.run();
        }
    }
}
