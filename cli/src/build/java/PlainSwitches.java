import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Replaces what the JVM would otherwise make up at every start: the code behind `switch` over
/// types, and `equals` and `hashCode` of records.
///
/// javac leaves these to `invokedynamic`. The JDK's cache of linked classes keeps lambdas and
/// string concatenation, but not these two, and each costs from half a millisecond to several, in
/// code that is run once (design note 0022). Here they become ordinary bytecode that does the same.
/// What this does not know stays as it is.
///
/// The build runs it on the jars that `./coex` starts.
final class PlainSwitches {

    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

    private PlainSwitches() {}

    /// Rewrites those jars in a folder that are ours.
    static void rewriteJarsIn(Path folder) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
        // Read whole before any is changed: they tell which classes are above which.
        var classes = new ClassesOf(jars);
        for (Path jar : jars) {
            if (jar.getFileName().toString().startsWith("coex-")) {
                rewrite(jar, classes);
            }
        }
    }

    private static void rewrite(Path jar, ClassesOf classes) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar);
                Stream<Path> all = Files.walk(files.getPath("/"))) {
            for (Path file : all.filter(PlainSwitches::isClass).toList()) {
                byte[] before = Files.readAllBytes(file);
                byte[] after = rewritten(before, classes);
                if (after != before) {
                    Files.write(file, after);
                }
            }
        }
    }

    private static boolean isClass(Path file) {
        return file.toString().endsWith(".class") && !file.endsWith("module-info.class");
    }

    /// The class file without what it needs not have; the same array if there is nothing to do.
    private static byte[] rewritten(byte[] bytes, ClassesOf classes) {
        ClassFile files =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(classes::find)
                                        .orElse(ClassHierarchyResolver.defaultResolver())));
        ClassModel model = files.parse(bytes);
        if (model.findAttribute(Attributes.bootstrapMethods()).isEmpty()) {
            return bytes;
        }
        var rewriting =
                new Rewriting(
                        model.thisClass().asSymbol(), model.flags().has(AccessFlag.INTERFACE));
        byte[] result = files.transformClass(model, rewriting);
        return rewriting.changes == 0 ? bytes : result;
    }

    /// The class files in some jars.
    private static final class ClassesOf {
        private final Map<String, byte[]> files = new HashMap<>();

        ClassesOf(List<Path> jars) throws IOException {
            for (Path jar : jars) {
                try (FileSystem system = FileSystems.newFileSystem(jar);
                        Stream<Path> all = Files.walk(system.getPath("/"))) {
                    for (Path file : all.filter(PlainSwitches::isClass).toList()) {
                        files.put(file.toString().substring(1), Files.readAllBytes(file));
                    }
                }
            }
        }

        InputStream find(ClassDesc type) {
            String descriptor = type.descriptorString();
            byte[] file = files.get(descriptor.substring(1, descriptor.length() - 1) + ".class");
            return file == null ? null : new ByteArrayInputStream(file);
        }
    }

    /// One class. Not for two threads.
    private static final class Rewriting implements ClassTransform {
        private final ClassDesc self;
        private final boolean isInterface;
        private final List<Switch> switches = new ArrayList<>();
        private int changes;

        Rewriting(ClassDesc self, boolean isInterface) {
            this.self = self;
            this.isInterface = isInterface;
        }

        private record Switch(String method, MethodTypeDesc type, List<ClassDesc> labels) {}

        @Override
        public void accept(ClassBuilder builder, ClassElement element) {
            if (element instanceof MethodModel method && hasDynamicCall(method)) {
                builder.transformMethod(method, MethodTransform.transformingCode(this::code));
            } else {
                builder.with(element);
            }
        }

        private static boolean hasDynamicCall(MethodModel method) {
            return method.code()
                    .map(code -> code.elementStream())
                    .orElse(Stream.empty())
                    .anyMatch(InvokeDynamicInstruction.class::isInstance);
        }

        @Override
        public void atEnd(ClassBuilder builder) {
            for (Switch each : switches) {
                builder.withMethodBody(
                        each.method(),
                        each.type(),
                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                        code -> chain(code, each.labels()));
            }
        }

        private void code(CodeBuilder code, CodeElement element) {
            if (element instanceof InvokeDynamicInstruction call && replace(code, call)) {
                changes++;
            } else {
                code.with(element);
            }
        }

        private boolean replace(CodeBuilder code, InvokeDynamicInstruction call) {
            String bootstrap =
                    call.bootstrapMethod().owner().displayName()
                            + "."
                            + call.bootstrapMethod().methodName();
            return switch (bootstrap) {
                case "SwitchBootstraps.typeSwitch" -> replaceSwitch(code, call);
                case "ObjectMethods.bootstrap" -> replaceRecordMethod(code, call);
                default -> false;
            };
        }

        private boolean replaceSwitch(CodeBuilder code, InvokeDynamicInstruction call) {
            var labels = new ArrayList<ClassDesc>();
            for (Object label : call.bootstrapArgs()) {
                if (!(label instanceof ClassDesc type) || type.isPrimitive()) {
                    return false;
                }
                labels.add(type);
            }
            if (call.typeSymbol().parameterType(0).isPrimitive()) {
                return false;
            }
            String method = "$switch$" + switches.size();
            switches.add(new Switch(method, call.typeSymbol(), labels));
            code.invokestatic(self, method, call.typeSymbol(), isInterface);
            return true;
        }

        /// The first label from `start` on that the value is of; -1 for null, the number of labels
        /// if none is.
        private static void chain(CodeBuilder code, List<ClassDesc> labels) {
            code.aload(0);
            code.ifThen(Opcode.IFNULL, then -> then.loadConstant(-1).ireturn());
            for (int i = 0; i < labels.size(); i++) {
                Label next = code.newLabel();
                code.iload(1).loadConstant(i).if_icmpgt(next);
                code.aload(0).instanceOf(labels.get(i)).ifeq(next);
                code.loadConstant(i).ireturn();
                code.labelBinding(next);
            }
            code.loadConstant(labels.size()).ireturn();
        }

        private boolean replaceRecordMethod(CodeBuilder code, InvokeDynamicInstruction call) {
            List<DirectMethodHandleDesc> fields = new ArrayList<>();
            for (Object argument : call.bootstrapArgs()) {
                if (argument instanceof DirectMethodHandleDesc handle
                        && handle.kind() == DirectMethodHandleDesc.Kind.GETTER) {
                    fields.add(handle);
                } else if (argument instanceof MethodHandleDesc) {
                    return false;
                }
            }
            switch (call.name().stringValue()) {
                case "hashCode" -> hash(code, fields);
                case "equals" -> equality(code, fields);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /// On the stack is this; the result takes its place.
        private void hash(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
            code.pop().loadConstant(0);
            for (DirectMethodHandleDesc field : fields) {
                ClassDesc type = field.invocationType().returnType();
                code.loadConstant(31).imul();
                code.aload(0).getfield(self, field.methodName(), type);
                if (type.isPrimitive()) {
                    ClassDesc box = boxOf(type);
                    code.invokestatic(
                            box, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, type));
                } else {
                    code.invokestatic(
                            OBJECTS,
                            "hashCode",
                            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object));
                }
                code.iadd();
            }
        }

        /// On the stack are this and the other; the result takes their place.
        private void equality(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
            code.pop().pop();
            Label different = code.newLabel();
            Label end = code.newLabel();
            code.aload(1).instanceOf(self).ifeq(different);
            for (DirectMethodHandleDesc field : fields) {
                ClassDesc type = field.invocationType().returnType();
                code.aload(0).getfield(self, field.methodName(), type);
                code.aload(1).checkcast(self).getfield(self, field.methodName(), type);
                compare(code, type, different);
            }
            code.loadConstant(1).goto_(end);
            code.labelBinding(different).loadConstant(0);
            code.labelBinding(end);
        }

        private static void compare(CodeBuilder code, ClassDesc type, Label different) {
            switch (TypeKind.from(type)) {
                case REFERENCE ->
                        code.invokestatic(
                                        OBJECTS,
                                        "equals",
                                        MethodTypeDesc.of(
                                                ConstantDescs.CD_boolean,
                                                ConstantDescs.CD_Object,
                                                ConstantDescs.CD_Object))
                                .ifeq(different);
                case LONG -> code.lcmp().ifne(different);
                case FLOAT, DOUBLE ->
                        code.invokestatic(
                                        boxOf(type),
                                        "compare",
                                        MethodTypeDesc.of(ConstantDescs.CD_int, type, type))
                                .ifne(different);
                default -> code.if_icmpne(different);
            }
        }

        private static ClassDesc boxOf(ClassDesc primitive) {
            return switch (TypeKind.from(primitive)) {
                case BOOLEAN -> ConstantDescs.CD_Boolean;
                case BYTE -> ConstantDescs.CD_Byte;
                case CHAR -> ConstantDescs.CD_Character;
                case SHORT -> ConstantDescs.CD_Short;
                case INT -> ConstantDescs.CD_Integer;
                case LONG -> ConstantDescs.CD_Long;
                case FLOAT -> ConstantDescs.CD_Float;
                case DOUBLE -> ConstantDescs.CD_Double;
                default -> throw new IllegalArgumentException("no box: type=" + primitive);
            };
        }
    }
}
