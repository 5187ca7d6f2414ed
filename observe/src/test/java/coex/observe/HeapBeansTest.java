package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

import javax.management.JMX;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.OpenType;

class HeapBeansTest {

    private static final int CELLS = 1000;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Heap heap =
            Heap.open(
                    HeapOptions.builder()
                            .name("beans")
                            .initialBytes(1 << 20)
                            .maximumBytes(1 << 24)
                            .build());
    private final HeapBeans.Registration registration = HeapBeans.register(heap);
    private final Mutator mutator = heap.attach();
    private final Frame frame = mutator.frame(1);

    @AfterEach
    void close() {
        heap.close();
    }

    private static ObjectName name(String type, String heapName) throws Exception {
        return new ObjectName("coex:type=%s,name=%s".formatted(type, heapName));
    }

    private <T> T bean(String type, Class<T> face) throws Exception {
        return JMX.newMXBeanProxy(server, name(type, "beans"), face);
    }

    private HeapMXBean heapBean() throws Exception {
        return bean("Heap", HeapMXBean.class);
    }

    /// A list of `CELLS` objects that live, and as many that do not.
    private void makeObjects() {
        Shape cell = heap.shape("Cell").reference("next").longField("value").build();
        for (int i = 0; i < CELLS; i++) {
            mutator.allocate(cell);
            long kept = mutator.allocate(cell);
            mutator.setReference(kept, cell.field("next"), frame.get(0));
            mutator.seal(kept);
            frame.set(0, kept);
        }
    }

    @Test
    void theFiguresAreThoseOfTheHeap() throws Exception {
        makeObjects();
        heap.collect();
        HeapStats stats = heap.stats();
        HeapMXBean bean = heapBean();
        assertThat(bean.getName()).isEqualTo("beans");
        assertThat(bean.getUsage().getUsed()).isEqualTo(stats.now().heapUsed());
        assertThat(bean.getUsage().getCommitted()).isEqualTo(stats.now().heapBytes());
        assertThat(bean.getUsage().getMax()).isEqualTo(1 << 24);
        HeapMXBean.Counts counts = bean.getCounts();
        assertThat(counts.allocations()).isEqualTo(2 * CELLS);
        assertThat(counts.bytesAllocated()).isEqualTo(stats.allocation().bytesAllocated());
        assertThat(counts.cycles()).isEqualTo(1);
        assertThat(counts.youngCycles()).isZero();
        assertThat(counts.bytesOld()).isEqualTo(stats.collection().bytesMarked()).isPositive();
        assertThat(counts.handlesInUse()).isEqualTo(stats.now().handlesInUse());
        assertThat(counts.handlesRetired()).isEqualTo(CELLS);
        assertThat(counts.threads()).isEqualTo(1);
        assertThat(bean.getFragmentation().freeBytes())
                .isEqualTo(stats.fragmentation().freeBytes());
        assertThat(bean.snapshot().counts()).isEqualTo(counts);
        assertThat(bean.snapshot().usage().getUsed()).isEqualTo(stats.now().heapUsed());
    }

    @Test
    void thePoolsAddUpToWhatIsCommitted() throws Exception {
        makeObjects();
        HeapStats.Now now = heap.stats().now();
        var pools = heapBean().getPools();
        assertThat(pools.keySet())
                .containsExactlyInAnyOrder("objects", "handle table", "side tables");
        assertThat(pools.values().stream().mapToLong(MemoryUsage::getCommitted).sum())
                .isEqualTo(now.heapBytes() + now.sideBytes());
        assertThat(pools.get("handle table").getUsed()).isEqualTo(now.handlesInUse() * 8);
    }

    @Test
    void aThreadsFiguresAreItsStatistics() throws Exception {
        makeObjects();
        heap.collect();
        HeapMXBean.MutatorFigures figures = heapBean().getMutators().getFirst();
        assertThat(figures.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(figures.allocations()).isEqualTo(2 * CELLS);
        assertThat(figures.stackDepth()).isEqualTo(1);
        var acknowledgements = heap.stats().mutators().getFirst().acknowledgements();
        assertThat(figures.answers().count()).isEqualTo(acknowledgements.count());
        assertThat(figures.answers().maximum()).isEqualTo(acknowledgements.maximum());
        assertThat(figures.answers().p99()).isEqualTo(acknowledgements.percentile(99));
    }

    @Test
    void collectTellsOfTheCycleItWaitedFor() throws Exception {
        HeapMXBean bean = heapBean();
        assertThat(bean.getLastCycle()).isNull();
        makeObjects();
        HeapCyclesMXBean.Cycle cycle = bean.collect();
        assertThat(cycle.id()).isEqualTo(1);
        assertThat(cycle.kind()).isEqualTo("FULL");
        assertThat(cycle.cause()).isEqualTo("REQUEST");
        assertThat(cycle.objectsMarked()).isEqualTo(CELLS);
        assertThat(cycle.bytesOld()).isEqualTo(cycle.bytesMarked());
        assertThat(cycle.objectsSwept()).isEqualTo(CELLS);
        assertThat(cycle.phases())
                .extracting(HeapCyclesMXBean.PhaseTime::phase)
                .containsExactly(
                        Arrays.stream(Phase.values()).map(Enum::name).toArray(String[]::new));
        assertThat(cycle.phases())
                .extracting(HeapCyclesMXBean.PhaseTime::nanos)
                .allSatisfy(nanos -> assertThat(nanos).isBetween(0L, cycle.durationNanos()));
        assertThat(cycle.memoryUsageBeforeGc().get("objects").getUsed())
                .isEqualTo(heap.stats().collection().usedBefore());
        assertThat(cycle.memoryUsageAfterGc().get("objects").getUsed())
                .isEqualTo(heap.stats().collection().usedAfter());
        assertThat(bean.getLastCycle()).hasToString(cycle.toString());
        assertThat(bean.getRunningCycle()).isNull();
    }

    @Test
    void cyclesAndHoldsAreGarbageCollectorsOfTheirOwn() throws Exception {
        makeObjects();
        heap.collect();
        heap.collect();
        var cycles = bean("HeapCycles", GarbageCollectorMXBean.class);
        assertThat(cycles.getName()).isEqualTo("beans cycles");
        assertThat(cycles.getCollectionCount()).isEqualTo(2);
        assertThat(cycles.getCollectionTime()).isEqualTo(heap.stats().time().total() / 1_000_000);
        assertThat(cycles.isValid()).isTrue();
        var holds = bean("HeapHolds", HeapHoldsMXBean.class);
        var actions = heap.stats().mutators().getFirst().actions();
        assertThat(holds.getCollectionCount()).isEqualTo(actions.count());
        assertThat(holds.getActions().count()).isEqualTo(actions.count());
        assertThat(holds.getStalls()).isZero();
        assertThat(holds.getLastLateThread()).isEmpty();
    }

    @Test
    void theCensusHasTheLargestShapesFirst() throws Exception {
        makeObjects();
        Shape big = heap.shape("Big").longField("a").longField("b").longField("c").build();
        for (int i = 0; i < 10 * CELLS; i++) {
            mutator.allocate(big);
        }
        HeapMXBean.Census census = heapBean().census(10, 60_000);
        assertThat(census.complete()).isTrue();
        assertThat(census.objects()).isEqualTo(12 * CELLS);
        assertThat(census.shapes())
                .extracting(HeapMXBean.ShapeFigures::shape)
                .containsExactly("Big", "Cell");
        assertThat(census.shapes())
                .extracting(HeapMXBean.ShapeFigures::objects)
                .containsExactly(10L * CELLS, 2L * CELLS);
        assertThat(heapBean().census(1, 60_000).shapes()).hasSize(1);
        HeapMXBean.Census cut = heapBean().census(10, 0);
        assertThat(cut.complete()).isFalse();
        assertThat(cut.objects()).isBetween(1L, 12L * CELLS - 1);
    }

    private static int lines(Path file) throws Exception {
        return Files.readAllLines(file).size();
    }

    @Test
    void validateFindsNothingInASoundHeap() throws Exception {
        makeObjects();
        HeapMXBean.Validation validation = heapBean().validate();
        assertThat(validation.valid()).isTrue();
        assertThat(validation.objects()).isEqualTo(2 * CELLS);
        assertThat(validation.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void everyReportCanBeDumpedAsAStringAndToAFile(String format, @TempDir Path folder)
            throws Exception {
        makeObjects();
        HeapMXBean bean = heapBean();
        assertThat(bean.getReports()).hasSize(8);
        for (String report : bean.getReports()) {
            String dumped = bean.dump(report, 1, 5, format);
            assertThat(dumped).startsWith(format.equals("json") ? "{" : "===");
            assertThat(dumped.lines().count()).isLessThan(200);
            Path file = folder.resolve(report);
            assertThat(bean.dumpToFile(report, 1, 0, format, file.toString()))
                    .isEqualTo(Files.size(file))
                    .isPositive();
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
        if (format.equals("text")) {
            assertThat(lines(folder.resolve("heap"))).isBetween(CELLS, 2 * CELLS - 1);
            assertThat(lines(folder.resolve("heap-all"))).isGreaterThanOrEqualTo(2 * CELLS);
        }
        assertThat(bean.dumpObject(frame.get(0), format)).contains("Cell", "next");
    }

    @Test
    void aReportNobodyKnowsAndAnObjectThatIsNoneAreRefused(@TempDir Path folder) throws Exception {
        HeapMXBean bean = heapBean();
        assertThatThrownBy(() -> bean.dump("weather", 0, 0, "text"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no such report: report=weather known=stats,");
        assertThatThrownBy(() -> bean.dump("heap", 3, 0, "text"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("verbosity out of range");
        assertThatThrownBy(() -> bean.dumpObject(4711, "text"))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bean.dumpToFile("stats", 0, 0, "text", "relative"))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        Path there = Files.createFile(folder.resolve("there"));
        assertThatThrownBy(() -> bean.dumpToFile("stats", 0, 0, "text", there.toString()))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void hprofWritesWhatIsAlive(@TempDir Path folder) throws Exception {
        makeObjects();
        Path file = folder.resolve("heap.hprof");
        HeapMXBean.HprofSummary summary = heapBean().hprof(file.toString());
        assertThat(summary.objects()).isEqualTo(CELLS);
        assertThat(summary.fileBytes()).isEqualTo(Files.size(file));
        assertThat(heapBean().getHprofProgress()).isNull();
        assertThatThrownBy(() -> heapBean().hprof(file.toString()))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void everythingIsOfAnOpenTypeAndDescribed() throws Exception {
        for (String type : List.of("Heap", "HeapCycles", "HeapHolds")) {
            var info = server.getMBeanInfo(name(type, "beans"));
            assertThat(info.getDescription()).contains("Coex heap");
            assertThat(info.getDescriptor().getFieldValue("mxbean")).isEqualTo("true");
            assertThat(info.getAttributes()).allSatisfy(HeapBeansTest::assertOpen);
            assertThat(info.getOperations()).allSatisfy(HeapBeansTest::assertOpen);
        }
        var dump =
                Arrays.stream(server.getMBeanInfo(name("Heap", "beans")).getOperations())
                        .filter(operation -> operation.getName().equals("dump"))
                        .findFirst()
                        .orElseThrow();
        assertThat(dump.getDescription()).startsWith("A report as text");
        assertThat(dump.getSignature())
                .allSatisfy(HeapBeansTest::assertOpen)
                .extracting("name")
                .containsExactly("report", "verbosity", "rows", "format");
    }

    private static void assertOpen(MBeanFeatureInfo feature) {
        assertThat(feature.getDescriptor().getFieldValue("openType"))
                .as(feature.getName())
                .isInstanceOf(OpenType.class);
    }

    @Test
    void aToolWithoutOurClassesCanReadEveryAttributeAndException() throws Exception {
        heap.collect();
        ObjectName name = name("Heap", "beans");
        for (var attribute : server.getMBeanInfo(name).getAttributes()) {
            Object value = server.getAttribute(name, attribute.getName());
            if (value != null) {
                assertThat(value.getClass().getName()).doesNotContain("coex");
            }
        }
        String[] signature = {"java.lang.String", "int", "long", "java.lang.String"};
        assertThatThrownBy(
                        () ->
                                server.invoke(
                                        name,
                                        "dump",
                                        new Object[] {"stats", 0, 0L, "xml"},
                                        signature))
                .isInstanceOf(RuntimeMBeanException.class)
                .cause()
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such format: format=xml known=text,json");
    }

    @Test
    void twoHeapsOfOneNameHaveBeansOfTheirOwn() throws Exception {
        try (Heap second = Heap.open(HeapOptions.builder().name("beans").build())) {
            var other = HeapBeans.register(second);
            assertThat(registration.name()).isEqualTo("beans");
            assertThat(other.name()).isEqualTo("beans#2");
            second.collect();
            assertThat(server.getAttribute(name("HeapCycles", "beans#2"), "CollectionCount"))
                    .isEqualTo(1L);
            assertThat(server.getAttribute(name("HeapCycles", "beans"), "CollectionCount"))
                    .isEqualTo(0L);
            assertThat(server.getAttribute(name("Heap", "beans#2"), "Name")).isEqualTo("beans");
        }
        assertThat(server.isRegistered(name("Heap", "beans#2"))).isFalse();
        assertThat(server.isRegistered(name("Heap", "beans"))).isTrue();
    }

    @Test
    void aNameMayHoldAnyCharacter() throws Exception {
        String odd = "a,b=c:d*e?\"f\\g\nh";
        try (Heap second = Heap.open(HeapOptions.builder().name(odd).build())) {
            var other = HeapBeans.register(second);
            assertThat(other.name()).isEqualTo(odd);
            assertThat(server.queryNames(new ObjectName("coex:type=Heap,*"), null)).hasSize(2);
        }
        assertThat(server.queryNames(new ObjectName("coex:type=Heap,*"), null)).hasSize(1);
    }

    @Test
    void theBeansGoWithTheHeap() throws Exception {
        assertThat(server.queryNames(new ObjectName("coex:*"), null)).hasSize(3);
        assertThat(System.getProperty(HeapBeans.COUNT_PROPERTY)).isEqualTo("1");
        heap.close();
        assertThat(server.queryNames(new ObjectName("coex:*"), null)).isEmpty();
        assertThat(System.getProperty(HeapBeans.COUNT_PROPERTY)).isEqualTo("0");
        registration.close();
        assertThat(System.getProperty(HeapBeans.COUNT_PROPERTY)).isEqualTo("0");
        assertThatThrownBy(() -> HeapBeans.register(heap)).isInstanceOf(HeapClosedException.class);
        assertThat(server.queryNames(new ObjectName("coex:*"), null)).isEmpty();
    }

    @Test
    void theBeansGoWhenTheRegistrationIsClosed() throws Exception {
        registration.close();
        assertThat(server.queryNames(new ObjectName("coex:*"), null)).isEmpty();
        heap.collect();
        HeapBeans.register(heap);
        assertThat(server.getAttribute(name("HeapCycles", "beans"), "CollectionCount"))
                .isEqualTo(1L);
    }
}
