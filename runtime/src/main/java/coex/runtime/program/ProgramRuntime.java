package coex.runtime.program;

import coex.collections.convert.MapConversions;
import coex.collections.convert.SetConversions;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.observe.HeapTrace;
import coex.runtime.ForeignLibrary;
import coex.runtime.foreign.ForeignFunctions;
import coex.runtime.io.Descriptors;
import coex.runtime.sandbox.Limits;
import coex.runtime.sandbox.Permissions;
import coex.runtime.task.RoundRobin;
import coex.runtime.task.Tasks;
import coex.runtime.type.MapValueType;
import coex.runtime.type.MatrixType;
import coex.runtime.type.ObjectLayout;
import coex.runtime.type.ProgramTypes;
import coex.runtime.type.RuntimeType;
import coex.runtime.type.SequenceValueType;
import coex.runtime.type.SetValueType;
import coex.runtime.type.StringType;
import coex.runtime.type.Values;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// The runtime of one run of a program: its heap, types, constants and files. Generated code has it
/// in a constant and passes it to everything that it calls of the runtime.
///
/// The thread that starts the program makes types and constants, in the initialiser of the class
/// `Constants`; from then on nothing here changes.
public final class ProgramRuntime {

    /// The runtime of the program that the current thread is starting: how the initialiser of
    /// generated code, which takes no arguments, finds it.
    public static final ScopedValue<ProgramRuntime> STARTING = ScopedValue.newInstance();

    private final Heap heap;
    private final Values values;
    private final ProgramTypes types;
    private final Descriptors descriptors;
    private final Permissions permissions;
    private final HeapTrace trace;
    private final ForeignFunctions foreign;
    private final StringType strings;
    private final Watermark watermark = new Watermark();
    private final Tasks tasks;
    private final RoundRobin turns = new RoundRobin();
    private final Map<MapType, MapConversions> mapConversions = new IdentityHashMap<>();
    private final Map<SetType, SetConversions> setConversions = new IdentityHashMap<>();
    private final SessionState session;

    /// The classes of the program; set before any of them is initialised.
    private ClassLoader loader;

    /// For each shape of closures, which function they are of; -1 for those of other programs.
    private int[] functionNumbers = {};

    /// @param mutator of the calling thread, which starts the program
    /// @param libraries where foreign functions are looked for before the C library
    public ProgramRuntime(
            Heap heap,
            Mutator mutator,
            Descriptors descriptors,
            List<ForeignLibrary> libraries,
            Permissions permissions,
            Limits limits) {
        this.heap = heap;
        this.values = new Values(heap, mutator);
        this.types = new ProgramTypes(values);
        this.descriptors = descriptors;
        this.permissions = permissions;
        this.tasks = new Tasks(heap, descriptors, limits);
        this.trace = HeapTrace.on(heap, new ErrorAppendable(descriptors, tasks::interrupt));
        this.foreign = new ForeignFunctions(values.strings(), libraries, permissions);
        this.strings = (StringType) types.basic("string");
        this.session = new SessionState(heap, mutator);
    }

    private ProgramRuntime(ProgramRuntime before, List<ForeignLibrary> libraries) {
        this.heap = before.heap;
        this.values = before.values;
        this.types = before.types;
        this.descriptors = before.descriptors;
        this.permissions = before.permissions;
        this.tasks = before.tasks.next();
        this.trace = before.trace;
        this.foreign = before.foreign.next(libraries);
        this.strings = before.strings;
        this.session = before.session;
    }

    /// The runtime of the next program of a session, which has the heap, types and variables of
    /// those before.
    public ProgramRuntime next(List<ForeignLibrary> libraries) {
        return new ProgramRuntime(this, libraries);
    }

    /// Says which classes are the program's, before they are initialised.
    public void startsWith(ClassLoader program) {
        loader = program;
    }

    public SessionState session() {
        return session;
    }

    public ProgramTypes types() {
        return types;
    }

    /// The runtime of the program whose constants are being made. For generated code.
    public static ProgramRuntime starting() {
        return STARTING.get();
    }

    // For calls of the runtime

    public Heap heap() {
        return heap;
    }

    public Values values() {
        return values;
    }

    public Descriptors descriptors() {
        return descriptors;
    }

    public Permissions permissions() {
        return permissions;
    }

    public Tasks tasks() {
        return tasks;
    }

    /// Of fair selects.
    public RoundRobin turns() {
        return turns;
    }

    public HeapTrace trace() {
        return trace;
    }

    public Watermark watermark() {
        return watermark;
    }

    public MapConversions conversions(MapType maps) {
        return mapConversions.get(maps);
    }

    public SetConversions conversions(SetType sets) {
        return setConversions.get(sets);
    }

    public int functionNumber(int shape) {
        return shape < functionNumbers.length ? functionNumbers[shape] : -1;
    }

    // For the initialiser of generated code: types

    public RuntimeType basicType(String spelling) {
        return spelling.equals("string") ? strings : types.basic(spelling);
    }

    public RuntimeType listType(RuntimeType element) {
        return types.list(element);
    }

    public RuntimeType arrayType(RuntimeType element) {
        return types.array(element);
    }

    public RuntimeType setType(RuntimeType element) {
        SetValueType type = types.set(element);
        setConversions.put(type.sets(), type.conversions());
        return type;
    }

    public RuntimeType mapType(RuntimeType key, RuntimeType value) {
        MapValueType type = types.map(key, value);
        mapConversions.put(type.maps(), type.conversions());
        return type;
    }

    public RuntimeType optionalType(RuntimeType value) {
        return types.optional(value);
    }

    public RuntimeType resultType(RuntimeType value, RuntimeType error) {
        return types.result(value, error);
    }

    public RuntimeType tupleType(RuntimeType[] elements, String[] names) {
        return types.tuple(List.of(elements));
    }

    public RuntimeType functionType(String spelling) {
        return types.function(spelling);
    }

    public RuntimeType matrixType(String name, RuntimeType cell) {
        return types.matrix(name, cell);
    }

    public RuntimeType channelType(RuntimeType element) {
        return types.channel(element);
    }

    public RuntimeType atomicRefType(RuntimeType content) {
        return types.atomicRef(content);
    }

    public RuntimeType declareStruct(String name, String spelling) {
        return types.struct(name, spelling);
    }

    public void defineStruct(RuntimeType type, String[] names, RuntimeType[] fields) {
        types.define(type, "", List.of(names), List.of(fields));
    }

    public RuntimeType declareEnum(String name, String spelling) {
        return types.enumeration(name, spelling);
    }

    public void defineVariant(
            RuntimeType type, String variant, String[] names, RuntimeType[] fields) {
        types.define(type, variant, List.of(names), List.of(fields));
    }

    // Operations and layouts

    /// A `ListType`, `ArrayType`, `SetType`, `MapType` or `MatrixCells`.
    public Object collection(RuntimeType type) {
        return switch (type) {
            case SequenceValueType sequence -> sequence.element();
            case SetValueType set -> set.sets();
            case MapValueType map -> map.maps();
            case MatrixType matrix -> matrix.cells();
            default -> throw new IllegalArgumentException("no collection: type=" + type);
        };
    }

    public ObjectLayout layout(RuntimeType type, int variant) {
        return types.layout(type, variant);
    }

    public ObjectLayout closureLayout(
            int number, String function, String[] names, RuntimeType[] captured) {
        ObjectLayout layout = types.closure(function, List.of(names), List.of(captured));
        if (layout.shape() >= functionNumbers.length) {
            int before = functionNumbers.length;
            functionNumbers = Arrays.copyOf(functionNumbers, layout.shape() + 1);
            Arrays.fill(functionNumbers, before, functionNumbers.length, -1);
        }
        functionNumbers[layout.shape()] = number;
        session.madeBy(loader, layout.shape());
        return layout;
    }

    // Constants

    public long nil() {
        return values.nil();
    }

    public long text(String text) {
        return values.text(text);
    }

    public long variant(RuntimeType type, int variant) {
        return types.variant(type, variant);
    }

    public long function(ObjectLayout layout) {
        return types.function(layout);
    }

    public MethodHandle foreign(String name, String[] parameters, String result) {
        return foreign.find(name, List.of(parameters), result);
    }
}
