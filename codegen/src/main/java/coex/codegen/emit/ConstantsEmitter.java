package coex.codegen.emit;

import coex.codegen.ProgramTooLargeException;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Layout;
import coex.codegen.ir.RoutineName;
import coex.codegen.lower.LoweredProgram;
import coex.language.source.Span;
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
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Writes the classes with the types, layouts and foreign functions of a program. Their
/// initialisers ask the runtime, which is there before the first routine runs, for each of them.
///
/// Constants are final static fields, which the JVM's compiler takes for constants. The class
/// `Constants` has the runtime. Types that contain themselves are declared first; the initialiser
/// of `Constants` gives them their fields, and so comes before those that make layouts and values.
final class ConstantsEmitter {

    static final int FIELD = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;

    private static final String DEFINE = "define";

    /// Fields that one method defines: each takes some twenty bytes.
    private static final int MOST_FIELDS = 1500;

    /// A struct, or a variant of an enum.
    private record Definition(Type.User user, Optional<TypeSymbol.Variant> variant) {

        int size() {
            return 2
                    + variant.map(TypeSymbol.Variant::fields).orElse(user.symbol().fields()).size();
        }
    }

    private final LoweredProgram program;
    private final ConstantPool constants;
    private final TypeCode typeCode;

    ConstantsEmitter(LoweredProgram program, ConstantPool constants) {
        this.program = program;
        this.constants = constants;
        this.typeCode = new TypeCode(constants);
    }

    void emit(BiConsumer<ClassDesc, byte[]> classes) {
        collectTypes();
        List<List<Definition>> definitions = definitions();
        classes.accept(Names.CONSTANTS, emitRuntime(definitions.size()));
        for (int i = 0; i < definitions.size(); i++) {
            List<Definition> group = definitions.get(i);
            classes.accept(definitionsClass(i), emitDefinitions(definitionsClass(i), group));
        }
        constants
                .typesByClass()
                .forEach((owner, types) -> classes.accept(owner, emitTypes(owner, types)));
        constants
                .collectionsByClass()
                .forEach((owner, types) -> classes.accept(owner, emitCollections(owner, types)));
        constants
                .layoutsByClass()
                .forEach((owner, layouts) -> classes.accept(owner, emitLayouts(owner, layouts)));
        constants
                .externsByClass()
                .forEach((owner, externs) -> classes.accept(owner, emitExterns(owner, externs)));
    }

    private static ClassDesc definitionsClass(int number) {
        return Names.constants("Definitions", number);
    }

    // What there is

    /// Finds places for all types that constants mention, and for the types these are made of.
    private void collectTypes() {
        constants.collectionsByClass().values().forEach(types -> types.forEach(constants::type));
        program.functionValues().forEach(entry -> constants.layout(entry.layout()));
        for (Layout layout : constants.layouts()) {
            switch (layout) {
                case Layout.Struct(Type type, _) -> constants.type(type);
                case Layout.Variant(Type type, _, _) -> constants.type(type);
                case Layout.Tuple(Type type, _) -> constants.type(type);
                case Layout.Box(Type type, _) -> constants.type(new Type.Optionally(type));
                case Layout.Closure(_, _, List<Layout.Field> fields) ->
                        fields.forEach(field -> constants.type(field.type()));
            }
        }
        for (List<Constant> values : constants.valuesByClass().values()) {
            for (Constant value : values) {
                if (value instanceof Constant.Variant(Type type, _)) {
                    constants.type(type);
                }
            }
        }
        int seen = 0;
        for (List<Type> all = constants.types(); seen < all.size(); all = constants.types()) {
            for (; seen < all.size(); seen++) {
                collectParts(all.get(seen));
            }
        }
    }

    private void collectParts(Type whole) {
        for (Type part : TypeParts.of(whole)) {
            if (whole instanceof Type.User user && Types.isTooLarge(part)) {
                Span declared = user.symbol().declaration().name().span();
                throw new ProgramTooLargeException(
                        declared.file().name(),
                        declared.line(),
                        "the fields of type '%s' have types that are too large"
                                .formatted(user.symbol().name()));
            }
            constants.type(part);
        }
    }

    /// The structs and variants, in groups that are not too large. Those of an enum are in order.
    private List<List<Definition>> definitions() {
        var groups = new ArrayList<List<Definition>>();
        int fields = MOST_FIELDS;
        for (Type type : constants.types()) {
            if (type instanceof Type.User user) {
                for (Definition definition : definitionsOf(user)) {
                    if (fields >= MOST_FIELDS) {
                        groups.add(new ArrayList<>());
                        fields = 0;
                    }
                    groups.getLast().add(definition);
                    fields += definition.size();
                }
            }
        }
        return groups;
    }

    private static List<Definition> definitionsOf(Type.User user) {
        return user.symbol().isEnum()
                ? user.symbol().variants().stream()
                        .map(variant -> new Definition(user, Optional.of(variant)))
                        .toList()
                : List.of(new Definition(user, Optional.empty()));
    }

    // Classes

    private byte[] emitRuntime(int definitions) {
        return constantsClass(
                Names.CONSTANTS,
                builder -> builder.withField(ConstantPool.RUNTIME.field(), Names.RUNTIME, FIELD),
                code -> {
                    code.invokestatic(Names.RUNTIME, "starting", MethodTypeDesc.of(Names.RUNTIME));
                    TypeCode.store(ConstantPool.RUNTIME, Names.RUNTIME, code);
                    for (int i = 0; i < definitions; i++) {
                        code.invokestatic(definitionsClass(i), DEFINE, ConstantDescs.MTD_void);
                    }
                });
    }

    private byte[] emitDefinitions(ClassDesc owner, List<Definition> group) {
        return ClassFile.of()
                .build(
                        owner,
                        builder ->
                                builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL)
                                        .withMethodBody(
                                                DEFINE,
                                                ConstantDescs.MTD_void,
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                code -> {
                                                    group.forEach(each -> define(each, code));
                                                    code.return_();
                                                }));
    }

    private void define(Definition definition, CodeBuilder code) {
        definition
                .variant()
                .ifPresentOrElse(
                        variant -> typeCode.addVariant(definition.user(), variant, code),
                        () -> typeCode.completeStruct(definition.user(), code));
    }

    private byte[] emitTypes(ClassDesc owner, List<Type> types) {
        return constantsClass(
                owner,
                builder ->
                        types.forEach(
                                type ->
                                        builder.withField(
                                                constants.type(type).field(),
                                                Names.RUNTIME_TYPE,
                                                FIELD)),
                code -> types.forEach(type -> typeCode.make(type, code)));
    }

    private byte[] emitCollections(ClassDesc owner, List<Type> types) {
        return constantsClass(
                owner,
                builder ->
                        types.forEach(
                                type ->
                                        builder.withField(
                                                constants.collection(type).field(),
                                                Names.collection(type),
                                                FIELD)),
                code -> types.forEach(type -> makeCollection(type, code)));
    }

    private byte[] emitLayouts(ClassDesc owner, List<Layout> layouts) {
        return constantsClass(
                owner,
                builder -> layouts.forEach(layout -> layoutFields(layout, builder)),
                code -> layouts.forEach(layout -> makeLayout(layout, code)));
    }

    private void layoutFields(Layout layout, ClassBuilder builder) {
        builder.withField(constants.layout(layout).field(), Names.OBJECT_LAYOUT, FIELD);
        for (int i = 0; i < layout.fields().size(); i++) {
            builder.withField(constants.offset(layout, i).field(), ConstantDescs.CD_long, FIELD);
        }
    }

    private byte[] emitExterns(ClassDesc owner, List<ExternSymbol> externs) {
        return constantsClass(
                owner,
                builder ->
                        externs.forEach(
                                extern ->
                                        builder.withField(
                                                constants.extern(extern).field(),
                                                ConstantDescs.CD_MethodHandle,
                                                FIELD)),
                code -> externs.forEach(extern -> makeExtern(extern, code)));
    }

    /// A class with static fields, and an initialiser.
    static byte[] constantsClass(
            ClassDesc owner, Consumer<ClassBuilder> fields, Consumer<CodeBuilder> initialiser) {
        return ClassFile.of()
                .build(
                        owner,
                        builder -> {
                            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            fields.accept(builder);
                            builder.withMethodBody(
                                    ConstantDescs.CLASS_INIT_NAME,
                                    ConstantDescs.MTD_void,
                                    ClassFile.ACC_STATIC,
                                    code -> {
                                        initialiser.accept(code);
                                        code.return_();
                                    });
                        });
    }

    // Their initialisers

    private void makeCollection(Type type, CodeBuilder code) {
        ClassDesc collection = Names.collection(type);
        TypeCode.loadRuntime(code);
        typeCode.loadType(type, code);
        TypeCode.call(code, "collection", ConstantDescs.CD_Object, Names.RUNTIME_TYPE);
        code.checkcast(collection);
        TypeCode.store(constants.collection(type), collection, code);
    }

    private void makeLayout(Layout layout, CodeBuilder code) {
        TypeCode.loadRuntime(code);
        switch (layout) {
            case Layout.Struct(Type type, _) -> layoutOf(type, 0, code);
            case Layout.Tuple(Type type, _) -> layoutOf(type, 0, code);
            case Layout.Variant(Type type, int variant, _) -> layoutOf(type, variant, code);
            case Layout.Box(Type type, _) -> layoutOf(new Type.Optionally(type), 0, code);
            case Layout.Closure(
                            RoutineName routine,
                            List<String> names,
                            List<Layout.Field> fields) -> {
                code.loadConstant(program.numberOf(layout));
                LongText.load(routine.method(), code);
                TypeCode.texts(names, code);
                typeCode.array(fields.stream().map(Layout.Field::type).toList(), code);
                TypeCode.call(
                        code,
                        "closureLayout",
                        Names.OBJECT_LAYOUT,
                        ConstantDescs.CD_int,
                        ConstantDescs.CD_String,
                        TypeCode.STRINGS,
                        TypeCode.TYPES);
            }
        }
        TypeCode.store(constants.layout(layout), Names.OBJECT_LAYOUT, code);
        for (int i = 0; i < layout.fields().size(); i++) {
            constants.layout(layout).load(Names.OBJECT_LAYOUT, code);
            code.loadConstant(i)
                    .invokevirtual(
                            Names.OBJECT_LAYOUT,
                            "offset",
                            MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_int));
            TypeCode.store(constants.offset(layout, i), ConstantDescs.CD_long, code);
        }
    }

    private void layoutOf(Type type, int variant, CodeBuilder code) {
        typeCode.loadType(type, code);
        code.loadConstant(variant);
        TypeCode.call(
                code, "layout", Names.OBJECT_LAYOUT, Names.RUNTIME_TYPE, ConstantDescs.CD_int);
    }

    private void makeExtern(ExternSymbol function, CodeBuilder code) {
        TypeCode.loadRuntime(code);
        LongText.load(function.name(), code);
        TypeCode.texts(
                function.parameters().stream()
                        .map(FunctionSymbol.Parameter::type)
                        .map(Type::spelling)
                        .toList(),
                code);
        Optional<Type> result =
                function.result() == Type.Basic.NOTHING
                        ? Optional.empty()
                        : Optional.of(function.result());
        LongText.load(result.map(Type::spelling).orElse(""), code);
        TypeCode.call(
                code,
                "foreign",
                ConstantDescs.CD_MethodHandle,
                ConstantDescs.CD_String,
                TypeCode.STRINGS,
                ConstantDescs.CD_String);
        TypeCode.store(constants.extern(function), ConstantDescs.CD_MethodHandle, code);
    }
}
