package coex.codegen.emit;

import coex.codegen.ir.Constant;
import coex.codegen.ir.Layout;
import coex.codegen.ir.RoutineName;
import coex.codegen.lower.LoweredProgram;
import coex.codegen.lower.LoweredProgram.FunctionEntry;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the class with the types, layouts and foreign functions of a program. Its initialiser asks the
/// runtime, which is there before the first routine runs, for each of them.
///
/// Constants are final static fields, which the JVM's compiler takes for constants. Types that contain
/// themselves are declared first and get their fields later.
final class ConstantsEmitter {

    private static final ClassDesc TYPES = Names.RUNTIME_TYPE.arrayType();
    private static final ClassDesc STRINGS = ConstantDescs.CD_String.arrayType();
    static final int FIELD = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;

    /// The variable of the initialiser that holds the runtime.
    private static final int RUNTIME = 0;

    private final LoweredProgram program;
    private final ConstantPool constants;

    /// Types whose fields have been stored.
    private final Map<Type, String> done = new LinkedHashMap<>();

    /// Structs and enums that are declared and have no fields yet.
    private final List<Type.User> incomplete = new ArrayList<>();

    ConstantsEmitter(LoweredProgram program, ConstantPool constants) {
        this.program = program;
        this.constants = constants;
    }

    byte[] emit() {
        // Parts of types are types too, and are asked for while others are made.
        collectTypes();
        return ClassFile.of()
                .build(
                        Names.CONSTANTS,
                        builder -> {
                            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            fields(builder);
                            builder.withMethodBody(
                                    ConstantDescs.CLASS_INIT_NAME,
                                    ConstantDescs.MTD_void,
                                    ClassFile.ACC_STATIC,
                                    this::initialise);
                        });
    }

    // What there is

    /// Names all types that constants mention.
    private void collectTypes() {
        List.copyOf(constants.collections().keySet()).forEach(constants::type);
        for (Layout layout : constants.layouts().keySet()) {
            switch (layout) {
                case Layout.Struct(Type type, _) -> constants.type(type);
                case Layout.Variant(Type type, _, _) -> constants.type(type);
                case Layout.Tuple(Type type, _) -> constants.type(type);
                case Layout.Box(Type type, _) -> constants.type(new Type.Optionally(type));
                case Layout.Closure(_, List<Layout.Field> fields) ->
                        fields.forEach(field -> constants.type(field.type()));
            }
        }
        for (Constant value : constants.values().keySet()) {
            if (value instanceof Constant.Variant(Type type, _)) {
                constants.type(type);
            }
        }
        for (FunctionEntry entry : program.functionValues()) {
            constants.layout(entry.layout());
        }
        var seen = new ArrayList<Type>();
        while (seen.size() < constants.types().size()) {
            for (Type type : List.copyOf(constants.types().keySet())) {
                if (!seen.contains(type)) {
                    seen.add(type);
                    partsOf(type).forEach(constants::type);
                }
            }
        }
    }

    private static List<Type> partsOf(Type type) {
        var parts = new ArrayList<Type>();
        switch (type) {
            case Type.User user -> {
                fieldsOf(user).forEach(field -> parts.add(field.type()));
                for (TypeSymbol.Variant variant : user.symbol().variants()) {
                    fieldsOf(user, variant).forEach(field -> parts.add(field.type()));
                }
            }
            case Type.Matrix matrix -> parts.add(matrix.symbol().element());
            case Type.Function _ -> {}
            default -> parts.addAll(Types.parts(type));
        }
        return parts.stream().map(Types::settled).toList();
    }

    private static List<TypeSymbol.Field> fieldsOf(Type.User user) {
        return settled(user, user.symbol().fields());
    }

    private static List<TypeSymbol.Field> fieldsOf(Type.User user, TypeSymbol.Variant variant) {
        return settled(user, variant.fields());
    }

    private static List<TypeSymbol.Field> settled(Type.User user, List<TypeSymbol.Field> fields) {
        return fields.stream()
                .map(
                        field ->
                                new TypeSymbol.Field(
                                        field.name(),
                                        Types.settled(
                                                Types.substituted(
                                                        field.type(),
                                                        user.symbol().bindings(user.arguments())))))
                .toList();
    }

    private void fields(ClassBuilder builder) {
        builder.withField(ConstantPool.RUNTIME, Names.RUNTIME, FIELD);
        constants
                .types()
                .values()
                .forEach(name -> builder.withField(name, Names.RUNTIME_TYPE, FIELD));
        constants
                .collections()
                .forEach((type, name) -> builder.withField(name, Names.collection(type), FIELD));
        constants
                .layouts()
                .forEach(
                        (layout, name) -> {
                            builder.withField(name, Names.OBJECT_LAYOUT, FIELD);
                            for (int i = 0; i < layout.fields().size(); i++) {
                                builder.withField(
                                        constants.offset(layout, i), ConstantDescs.CD_long, FIELD);
                            }
                        });
        constants
                .externs()
                .values()
                .forEach(name -> builder.withField(name, ConstantDescs.CD_MethodHandle, FIELD));
    }

    // The initialiser

    private void initialise(CodeBuilder code) {
        code.invokestatic(Names.RUNTIME, "starting", MethodTypeDesc.of(Names.RUNTIME))
                .dup()
                .astore(RUNTIME);
        store(ConstantPool.RUNTIME, Names.RUNTIME, code);
        List.copyOf(constants.types().keySet()).forEach(type -> make(type, code));
        incomplete.forEach(user -> complete(user, code));
        constants.collections().forEach((type, name) -> makeCollection(type, name, code));
        constants.layouts().forEach((layout, name) -> makeLayout(layout, name, code));
        constants.externs().forEach((function, name) -> makeExtern(function, name, code));
        code.return_();
    }

    private void store(String field, ClassDesc type, CodeBuilder code) {
        code.putstatic(Names.CONSTANTS, field, type);
    }

    private void loadType(Type type, CodeBuilder code) {
        code.getstatic(Names.CONSTANTS, constants.type(type), Names.RUNTIME_TYPE);
    }

    private static void call(
            CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
        code.invokevirtual(Names.RUNTIME, method, MethodTypeDesc.of(result, parameters));
    }

    private void array(List<Type> types, CodeBuilder code) {
        code.loadConstant(types.size()).anewarray(Names.RUNTIME_TYPE);
        for (int i = 0; i < types.size(); i++) {
            code.dup().loadConstant(i);
            loadType(types.get(i), code);
            code.aastore();
        }
    }

    private static void texts(List<String> texts, CodeBuilder code) {
        code.loadConstant(texts.size()).anewarray(ConstantDescs.CD_String);
        for (int i = 0; i < texts.size(); i++) {
            code.dup().loadConstant(i).ldc(texts.get(i)).aastore();
        }
    }

    /// Makes a type, its parts before it.
    private void make(Type type, CodeBuilder code) {
        if (done.containsKey(type)) {
            return;
        }
        done.put(type, constants.type(type));
        if (!(type instanceof Type.User)) {
            partsOf(type).forEach(part -> make(part, code));
        }
        code.aload(RUNTIME);
        switch (type) {
            case Type.Basic basic -> {
                code.ldc(basic.spelling());
                call(code, "basicType", Names.RUNTIME_TYPE, ConstantDescs.CD_String);
            }
            case Type.ListOf(Type element) -> ofOne("listType", element, code);
            case Type.ArrayOf(Type element) -> ofOne("arrayType", element, code);
            case Type.SetOf(Type element) -> ofOne("setType", element, code);
            case Type.Optionally(Type value) -> ofOne("optionalType", value, code);
            case Type.AtomicRef(Type value) -> ofOne("atomicRefType", value, code);
            case Type.Channel(Type element) -> ofOne("channelType", element, code);
            case Type.MapOf(Type key, Type value) -> ofTwo("mapType", key, value, code);
            case Type.Result(Type value, Type error) -> ofTwo("resultType", value, error, code);
            case Type.Tuple tuple -> {
                array(tuple.elements(), code);
                texts(tuple.names().stream().map(name -> name.orElse("")).toList(), code);
                call(code, "tupleType", Names.RUNTIME_TYPE, TYPES, STRINGS);
            }
            case Type.Function function -> {
                code.ldc(function.spelling());
                call(code, "functionType", Names.RUNTIME_TYPE, ConstantDescs.CD_String);
            }
            case Type.Matrix matrix -> {
                code.ldc(matrix.spelling());
                loadType(matrix.symbol().element(), code);
                call(
                        code,
                        "matrixType",
                        Names.RUNTIME_TYPE,
                        ConstantDescs.CD_String,
                        Names.RUNTIME_TYPE);
            }
            case Type.User user -> {
                incomplete.add(user);
                code.ldc(user.symbol().name()).ldc(user.spelling());
                call(
                        code,
                        user.symbol().isEnum() ? "declareEnum" : "declareStruct",
                        Names.RUNTIME_TYPE,
                        ConstantDescs.CD_String,
                        ConstantDescs.CD_String);
            }
            case Type.Parameter _, Type.Open _ ->
                    throw new IllegalStateException("not a type of values: " + type.spelling());
        }
        store(constants.type(type), Names.RUNTIME_TYPE, code);
    }

    private void ofOne(String method, Type part, CodeBuilder code) {
        loadType(part, code);
        call(code, method, Names.RUNTIME_TYPE, Names.RUNTIME_TYPE);
    }

    private void ofTwo(String method, Type first, Type second, CodeBuilder code) {
        loadType(first, code);
        loadType(second, code);
        call(code, method, Names.RUNTIME_TYPE, Names.RUNTIME_TYPE, Names.RUNTIME_TYPE);
    }

    /// Gives a declared struct or enum its fields.
    private void complete(Type.User user, CodeBuilder code) {
        if (!user.symbol().isEnum()) {
            code.aload(RUNTIME);
            loadType(user, code);
            namesAndTypes(fieldsOf(user), code);
            call(code, "defineStruct", ConstantDescs.CD_void, Names.RUNTIME_TYPE, STRINGS, TYPES);
            return;
        }
        for (TypeSymbol.Variant variant : user.symbol().variants()) {
            code.aload(RUNTIME);
            loadType(user, code);
            code.ldc(variant.name());
            namesAndTypes(fieldsOf(user, variant), code);
            call(
                    code,
                    "defineVariant",
                    ConstantDescs.CD_void,
                    Names.RUNTIME_TYPE,
                    ConstantDescs.CD_String,
                    STRINGS,
                    TYPES);
        }
    }

    private void namesAndTypes(List<TypeSymbol.Field> fields, CodeBuilder code) {
        texts(fields.stream().map(TypeSymbol.Field::name).toList(), code);
        array(fields.stream().map(TypeSymbol.Field::type).toList(), code);
    }

    private void makeCollection(Type type, String name, CodeBuilder code) {
        ClassDesc collection = Names.collection(type);
        code.aload(RUNTIME);
        loadType(type, code);
        call(code, "collection", ConstantDescs.CD_Object, Names.RUNTIME_TYPE);
        code.checkcast(collection);
        store(name, collection, code);
    }

    private void makeLayout(Layout layout, String name, CodeBuilder code) {
        code.aload(RUNTIME);
        switch (layout) {
            case Layout.Struct(Type type, _) -> layoutOf(type, 0, code);
            case Layout.Tuple(Type type, _) -> layoutOf(type, 0, code);
            case Layout.Variant(Type type, int variant, _) -> layoutOf(type, variant, code);
            case Layout.Box(Type type, _) -> layoutOf(new Type.Optionally(type), 0, code);
            case Layout.Closure(RoutineName routine, List<Layout.Field> fields) -> {
                code.loadConstant(program.numberOf(routine)).ldc(routine.method());
                array(fields.stream().map(Layout.Field::type).toList(), code);
                call(
                        code,
                        "closureLayout",
                        Names.OBJECT_LAYOUT,
                        ConstantDescs.CD_int,
                        ConstantDescs.CD_String,
                        TYPES);
            }
        }
        store(name, Names.OBJECT_LAYOUT, code);
        for (int i = 0; i < layout.fields().size(); i++) {
            code.getstatic(Names.CONSTANTS, name, Names.OBJECT_LAYOUT)
                    .loadConstant(i)
                    .invokevirtual(
                            Names.OBJECT_LAYOUT,
                            "offset",
                            MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_int));
            store(constants.offset(layout, i), ConstantDescs.CD_long, code);
        }
    }

    private void layoutOf(Type type, int variant, CodeBuilder code) {
        loadType(type, code);
        code.loadConstant(variant);
        call(code, "layout", Names.OBJECT_LAYOUT, Names.RUNTIME_TYPE, ConstantDescs.CD_int);
    }

    private void makeExtern(ExternSymbol function, String name, CodeBuilder code) {
        code.aload(RUNTIME).ldc(function.name());
        texts(
                function.parameters().stream()
                        .map(FunctionSymbol.Parameter::type)
                        .map(Type::spelling)
                        .toList(),
                code);
        Optional<Type> result =
                function.result() == Type.Basic.NOTHING
                        ? Optional.empty()
                        : Optional.of(function.result());
        code.ldc(result.map(Type::spelling).orElse(""));
        call(
                code,
                "foreign",
                ConstantDescs.CD_MethodHandle,
                ConstantDescs.CD_String,
                STRINGS,
                ConstantDescs.CD_String);
        store(name, ConstantDescs.CD_MethodHandle, code);
    }
}
