package coex.codegen.emit;

import coex.language.type.Type;
import coex.language.type.TypeSymbol;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Writes code that asks the runtime for types.
final class TypeCode {

    static final ClassDesc TYPES = Names.RUNTIME_TYPE.arrayType();
    static final ClassDesc STRINGS = ConstantDescs.CD_String.arrayType();

    private final ConstantPool constants;

    TypeCode(ConstantPool constants) {
        this.constants = constants;
    }

    void loadType(Type type, CodeBuilder code) {
        constants.type(type).load(Names.RUNTIME_TYPE, code);
    }

    static void loadRuntime(CodeBuilder code) {
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
    }

    static void store(ConstantPool.Place place, ClassDesc type, CodeBuilder code) {
        code.putstatic(place.owner(), place.field(), type);
    }

    static void call(CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
        code.invokevirtual(Names.RUNTIME, method, MethodTypeDesc.of(result, parameters));
    }

    void array(List<Type> types, CodeBuilder code) {
        code.loadConstant(types.size()).anewarray(Names.RUNTIME_TYPE);
        for (int i = 0; i < types.size(); i++) {
            code.dup().loadConstant(i);
            loadType(types.get(i), code);
            code.aastore();
        }
    }

    static void texts(List<String> texts, CodeBuilder code) {
        code.loadConstant(texts.size()).anewarray(ConstantDescs.CD_String);
        for (int i = 0; i < texts.size(); i++) {
            code.dup().loadConstant(i);
            LongText.load(texts.get(i), code);
            code.aastore();
        }
    }

    void make(Type type, CodeBuilder code) {
        loadRuntime(code);
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
                LongText.load(function.spelling(), code);
                call(code, "functionType", Names.RUNTIME_TYPE, ConstantDescs.CD_String);
            }
            case Type.Matrix matrix -> {
                LongText.load(matrix.spelling(), code);
                loadType(matrix.symbol().element(), code);
                call(
                        code,
                        "matrixType",
                        Names.RUNTIME_TYPE,
                        ConstantDescs.CD_String,
                        Names.RUNTIME_TYPE);
            }
            case Type.User user -> {
                LongText.load(user.symbol().name(), code);
                LongText.load(user.spelling(), code);
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

    /// Gives a declared struct its fields.
    void completeStruct(Type.User user, CodeBuilder code) {
        loadRuntime(code);
        loadType(user, code);
        namesAndTypes(TypeParts.fieldsOf(user), code);
        call(code, "defineStruct", ConstantDescs.CD_void, Names.RUNTIME_TYPE, STRINGS, TYPES);
    }

    /// Gives a declared enum its next variant.
    void addVariant(Type.User user, TypeSymbol.Variant variant, CodeBuilder code) {
        loadRuntime(code);
        loadType(user, code);
        LongText.load(variant.name(), code);
        namesAndTypes(TypeParts.fieldsOf(user, variant), code);
        call(
                code,
                "defineVariant",
                ConstantDescs.CD_void,
                Names.RUNTIME_TYPE,
                ConstantDescs.CD_String,
                STRINGS,
                TYPES);
    }

    private void namesAndTypes(List<TypeSymbol.Field> fields, CodeBuilder code) {
        texts(fields.stream().map(TypeSymbol.Field::name).toList(), code);
        array(fields.stream().map(TypeSymbol.Field::type).toList(), code);
    }
}
