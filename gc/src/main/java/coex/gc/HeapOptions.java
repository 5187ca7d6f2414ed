// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// How a heap is sized, paced and watched. Immutable; every value was checked when it was built.
///
/// The class is long because each option is in it three times: read, set and checked.
public final class HeapOptions {

    /// Handles are 32-bit indices and 0 is null.
    public static final long MOST_HANDLES = (1L << 32) - 64;

    /// See [#markers].
    public static final int MOST_MARKERS = 64;

    private static final long MEGABYTE = 1L << 20;
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final AtomicInteger UNNAMED = new AtomicInteger();

    /// Complete: none of them is null.
    private final Builder values;

    private HeapOptions(Builder values) {
        this.values = values;
    }

    /// {@return a builder with the defaults}
    public static Builder builder() {
        return new Builder();
    }

    /// {@return the heap's name in threads, logs and messages: `heap-` and a number of its own, if
    /// none is given}
    public String name() {
        return values.name;
    }

    /// {@return bytes committed for objects at first: 64 MiB, or [#maximumBytes] if that is less}
    /// They double when they are exhausted. Without native access at most 2^30 are committed at
    /// first, however many were asked for.
    public long initialBytes() {
        return values.initialBytes;
    }

    /// {@return bytes for objects that are never exceeded, at most 2^44: as many as the JVM's own
    /// heap may have, or [#initialBytes] if that is more}
    public long maximumBytes() {
        return values.maximumBytes;
    }

    /// {@return slots of the handle table at first: 2^20, or [#maximumHandles] if that was given
    /// and is less} They double when they are exhausted. Without native access at most 2^22 are
    /// committed at first, however many were asked for.
    public long initialHandles() {
        return values.initialHandles;
    }

    /// {@return slots of the handle table that are never exceeded, at most [#MOST_HANDLES]: one for
    /// every 16 of [#maximumBytes], or [#initialHandles] if that is more}
    public long maximumHandles() {
        return values.maximumHandles;
    }

    /// {@return bytes of a block, the unit in which mutators take memory: 32 KiB, or less in a heap
    /// that is smaller}
    public int blockBytes() {
        return values.blockBytes;
    }

    /// {@return the most handles a mutator takes from the table at once: 1024}
    public int runHandles() {
        return values.runHandles;
    }

    /// {@return slots of a new shadow stack: 1024, at most 2^20; the stack grows as frames are
    /// pushed} They lie in the JVM's heap, eight bytes each, for every attached thread.
    public int stackSlots() {
        return values.stackSlots;
    }

    /// {@return how many slots below the top frame a mutator shades at the snapshot: 16}
    public int snapshotSlots() {
        return values.snapshotSlots;
    }

    /// {@return the first capacity of a mutator's buffer of shaded handles: 256}
    public int bufferEntries() {
        return values.bufferEntries;
    }

    /// {@return the percentage of the live bytes after whose allocation, since the last cycle, the
    /// next one starts: 100}
    public int growthPercent() {
        return values.growthPercent;
    }

    /// {@return whether most cycles look only at what was born since the last one
    /// ([CycleKind#YOUNG]): yes} Without them every cycle traces everything that lives.
    public boolean youngCycles() {
        return values.youngCycles;
    }

    /// {@return whether objects are moved out of sparse blocks when free memory lies in too many
    /// pieces: yes} Then one block of 64 is kept to move into, until that does not help any more.
    /// Without it [Heap#compact] collects and gives back what is free, and moves nothing.
    public boolean moving() {
        return values.moving;
    }

    /// {@return how many threads may trace at the same time, the collector's own among them: as
    /// many as there are processors, but at most 4} One traces as long as nobody waits for the
    /// cycle or rests near the limit of the heap; then as many as there are processors without a
    /// mutator, up to this number. With 1 there is never another.
    public int markers() {
        return values.markers;
    }

    /// {@return after how many objects, made by all mutators together since the last cycle began,
    /// one starts: 0, which is never} For tests and experiments: what is alive says better when to
    /// collect.
    ///
    /// Objects are counted when a mutator takes new handles or memory, so that making one costs no
    /// more than without this, and handles are taken a sixteenth of this number at a time, at least
    /// one. Never is a cycle asked for early. It is late by at most two such portions for each
    /// mutator: with `n` of them, after `triggerAllocations * (1 + n / 8)` objects, or a few more
    /// if that is less than 16 or if a mutator needs more handles at once for one structure. While
    /// a cycle runs, none is asked for.
    public long triggerAllocations() {
        return values.triggerAllocations;
    }

    /// {@return the time after which an unused heap is collected and shrunk: 30 seconds}
    public Duration idleAfter() {
        return values.idleAfter;
    }

    /// {@return the time after which a mutator that has not answered a handshake is reported: one
    /// second}
    public Duration lateAfter() {
        return values.lateAfter;
    }

    /// {@return whether to ask the system for huge pages: yes}
    public boolean hugePages() {
        return values.hugePages;
    }

    /// {@return the phases after which the whole heap is verified: none}
    public Set<Phase> verifyAfter() {
        return values.verifyAfter;
    }

    /// {@return what disturbs the heap, for tests: nothing}
    public StressOptions stress() {
        return values.stress;
    }

    /// {@return who is told what the heap does: nobody}
    public HeapListener listener() {
        return values.listener;
    }

    /// {@return the same without a listener, which may refer to much else}
    public HeapOptions withoutListener() {
        Builder without = new Builder(values);
        without.listener = HeapListener.NONE;
        return new HeapOptions(without);
    }

    /// Checks one number of a set of options.
    static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new HeapUsageException(
                    "option out of range: option=%s value=%d least=%d most=%d"
                            .formatted(name, value, least, most));
        }
    }

    /// Collects options; [#build] checks them. What was not given adapts to what was.
    public static final class Builder {
        private static final long USUAL_INITIAL_BYTES = 64 * MEGABYTE;
        private static final long USUAL_INITIAL_HANDLES = 1 << 20;
        private static final int USUAL_BLOCK_BYTES = 32 * 1024;
        private static final int LEAST_BLOCK_BYTES = 1024;
        private static final int USUAL_MARKERS = 4;

        private String name;

        // null: not given
        private Long initialBytes;
        private Long maximumBytes;
        private Long initialHandles;
        private Long maximumHandles;
        private Integer blockBytes;

        private int runHandles = 1024;
        private int stackSlots = 1024;
        private int snapshotSlots = 16;
        private int bufferEntries = 256;
        private int growthPercent = 100;
        private boolean youngCycles = true;
        private boolean moving = true;
        private int markers = Math.min(USUAL_MARKERS, Runtime.getRuntime().availableProcessors());
        private long triggerAllocations;
        private Duration idleAfter = Duration.ofSeconds(30);
        private Duration lateAfter = Duration.ofSeconds(1);
        private boolean hugePages = true;
        private Set<Phase> verifyAfter = EnumSet.noneOf(Phase.class);
        private StressOptions stress = StressOptions.NONE;
        private HeapListener listener = HeapListener.NONE;

        private Builder() {}

        private Builder(Builder other) {
            name = other.name;
            initialBytes = other.initialBytes;
            maximumBytes = other.maximumBytes;
            initialHandles = other.initialHandles;
            maximumHandles = other.maximumHandles;
            blockBytes = other.blockBytes;
            runHandles = other.runHandles;
            stackSlots = other.stackSlots;
            snapshotSlots = other.snapshotSlots;
            bufferEntries = other.bufferEntries;
            growthPercent = other.growthPercent;
            youngCycles = other.youngCycles;
            moving = other.moving;
            markers = other.markers;
            triggerAllocations = other.triggerAllocations;
            idleAfter = other.idleAfter;
            lateAfter = other.lateAfter;
            hugePages = other.hugePages;
            verifyAfter = other.verifyAfter;
            stress = other.stress;
            listener = other.listener;
        }

        /// Sets [HeapOptions#name].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder name(String value) {
            name = value;
            return this;
        }

        /// Sets [HeapOptions#initialBytes].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder initialBytes(long value) {
            initialBytes = value;
            return this;
        }

        /// Sets [HeapOptions#maximumBytes].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder maximumBytes(long value) {
            maximumBytes = value;
            return this;
        }

        /// Sets [HeapOptions#initialHandles].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder initialHandles(long value) {
            initialHandles = value;
            return this;
        }

        /// Sets [HeapOptions#maximumHandles].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder maximumHandles(long value) {
            maximumHandles = value;
            return this;
        }

        /// Sets [HeapOptions#blockBytes].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder blockBytes(int value) {
            blockBytes = value;
            return this;
        }

        /// Sets [HeapOptions#runHandles].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder runHandles(int value) {
            runHandles = value;
            return this;
        }

        /// Sets [HeapOptions#stackSlots].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder stackSlots(int value) {
            stackSlots = value;
            return this;
        }

        /// Sets [HeapOptions#snapshotSlots].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder snapshotSlots(int value) {
            snapshotSlots = value;
            return this;
        }

        /// Sets [HeapOptions#bufferEntries].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder bufferEntries(int value) {
            bufferEntries = value;
            return this;
        }

        /// Sets [HeapOptions#growthPercent].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder growthPercent(int value) {
            growthPercent = value;
            return this;
        }

        /// Sets [HeapOptions#youngCycles].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder youngCycles(boolean value) {
            youngCycles = value;
            return this;
        }

        /// Sets [HeapOptions#moving].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder moving(boolean value) {
            moving = value;
            return this;
        }

        /// Sets [HeapOptions#markers].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder markers(int value) {
            markers = value;
            return this;
        }

        /// Sets [HeapOptions#triggerAllocations].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder triggerAllocations(long value) {
            triggerAllocations = value;
            return this;
        }

        /// Sets [HeapOptions#idleAfter].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder idleAfter(Duration value) {
            idleAfter = value;
            return this;
        }

        /// Sets [HeapOptions#lateAfter].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder lateAfter(Duration value) {
            lateAfter = value;
            return this;
        }

        /// Sets [HeapOptions#hugePages].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder hugePages(boolean value) {
            hugePages = value;
            return this;
        }

        /// Sets [HeapOptions#verifyAfter].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder verifyAfter(Collection<Phase> value) {
            requirePresent("verifyAfter", value);
            EnumSet<Phase> phases = EnumSet.noneOf(Phase.class);
            phases.addAll(value);
            verifyAfter = Collections.unmodifiableSet(phases);
            return this;
        }

        /// Sets [HeapOptions#stress].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder stress(StressOptions value) {
            stress = value;
            return this;
        }

        /// Sets [HeapOptions#listener].
        ///
        /// @param value the new value
        /// @return this builder
        public Builder listener(HeapListener value) {
            listener = value;
            return this;
        }

        /// {@return the options}
        ///
        /// @throws HeapUsageException naming the first option that is out of range, or two that
        ///     contradict each other
        public HeapOptions build() {
            Builder checked = new Builder(this);
            if (checked.name == null) {
                checked.name = "heap-" + UNNAMED.incrementAndGet();
            }
            requireSizes();
            checked.completeSizes();
            checked.requireBlocks();
            require("runHandles", runHandles, 1, 1024);
            require("stackSlots", stackSlots, 1, 1 << 20);
            require("snapshotSlots", snapshotSlots, 0, 1 << 20);
            require("bufferEntries", bufferEntries, 1, 1 << 20);
            require("growthPercent", growthPercent, 10, 100_000);
            require("markers", markers, 1, MOST_MARKERS);
            require("triggerAllocations", triggerAllocations, 0, Long.MAX_VALUE);
            requireTime("idleAfter", idleAfter);
            requireTime("lateAfter", lateAfter);
            requirePresent("stress", stress);
            requirePresent("listener", listener);
            return new HeapOptions(checked);
        }

        /// Checks the sizes that were given, each for itself and against the others.
        private void requireSizes() {
            requireGiven("blockBytes", blockBytes, LEAST_BLOCK_BYTES, MEGABYTE);
            if (blockBytes != null && Integer.bitCount(blockBytes) != 1) {
                throw new HeapUsageException(
                        "option not a power of two: option=blockBytes value=" + blockBytes);
            }
            requireGiven("maximumBytes", maximumBytes, LEAST_BLOCK_BYTES, 1L << 44);
            requireGiven("initialBytes", initialBytes, LEAST_BLOCK_BYTES, 1L << 44);
            requireGiven("initialHandles", initialHandles, 64, MOST_HANDLES);
            requireGiven("maximumHandles", maximumHandles, 64, MOST_HANDLES);
            requireOrder("blockBytes", blockBytes, "maximumBytes", maximumBytes);
            requireOrder("blockBytes", blockBytes, "initialBytes", initialBytes);
            requireOrder("initialBytes", initialBytes, "maximumBytes", maximumBytes);
            requireOrder("initialHandles", initialHandles, "maximumHandles", maximumHandles);
        }

        private static void requireGiven(String name, Number value, long least, long most) {
            if (value != null) {
                require(name, value.longValue(), least, most);
            }
        }

        private static void requireOrder(String lesser, Number least, String greater, Number most) {
            if (least != null && most != null && least.longValue() > most.longValue()) {
                throw new HeapUsageException(
                        "options contradict each other, %s must not be more than %s: %s=%d %s=%d"
                                .formatted(lesser, greater, lesser, least, greater, most));
            }
        }

        /// Gives a value to each size that has none, such that it goes with the others.
        private void completeSizes() {
            if (maximumBytes == null) {
                long jvm = Math.ceilDiv(Runtime.getRuntime().maxMemory(), MEGABYTE) * MEGABYTE;
                long usual = Math.clamp(jvm, USUAL_INITIAL_BYTES, 1L << 44);
                maximumBytes = initialBytes == null ? usual : Math.max(usual, initialBytes);
            }
            if (blockBytes == null) {
                long room = initialBytes == null ? maximumBytes : initialBytes;
                blockBytes = (int) Math.min(USUAL_BLOCK_BYTES, Long.highestOneBit(room));
            }
            if (initialBytes == null) {
                initialBytes = Math.min(USUAL_INITIAL_BYTES, maximumBytes);
            }
            if (initialHandles == null) {
                initialHandles =
                        maximumHandles == null
                                ? USUAL_INITIAL_HANDLES
                                : Math.min(USUAL_INITIAL_HANDLES, maximumHandles);
            }
            if (maximumHandles == null) {
                long usual = Math.ceilDiv(maximumBytes / 16, 64) * 64;
                maximumHandles = Math.clamp(usual, initialHandles, MOST_HANDLES);
            }
        }

        /// The table of blocks is indexed by ints.
        private void requireBlocks() {
            long mostBlocks = Integer.MAX_VALUE - 64;
            if (maximumBytes / blockBytes > mostBlocks) {
                throw new HeapUsageException(
                        "blocks too small for the heap: maximumBytes=%d blockBytes=%d most blocks=%d"
                                .formatted(maximumBytes, blockBytes, mostBlocks));
            }
        }

        private static void requireTime(String name, Duration value) {
            requirePresent(name, value);
            if (value.isNegative() || value.isZero()) {
                throw new HeapUsageException(
                        "option not positive: option=%s value=%s".formatted(name, value));
            }
            if (value.compareTo(LONGEST) > 0) {
                throw new HeapUsageException(
                        "option out of range: option=%s value=%s most=%s"
                                .formatted(name, value, LONGEST));
            }
        }

        private static void requirePresent(String name, Object value) {
            if (value == null) {
                throw new HeapUsageException(
                        "option missing: option=%s value=null".formatted(name));
            }
        }
    }
}
