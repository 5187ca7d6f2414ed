package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.json.JsonObjectBuilder;
import coex.collections.json.JsonType;
import coex.collections.value.Pause;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;

import java.util.ArrayList;
import java.util.List;

/// Structs, enums and `Result`: objects of one of several forms, which may be nil, handle 0.
///
/// A user type may contain itself, so it is declared first and gets its forms later, while the
/// program starts.
public final class UserType extends StructuredType {

    /// A struct, or a variant of an enum.
    private record Form(String name, long nameText, ObjectFields fields, long constant) {}

    private final String name;
    private final boolean isEnum;

    /// In json, a struct or enum says of what type it is; a `Result` does too.
    private final List<Form> forms = new ArrayList<>();

    private final long typeName;
    private final long typeKey;
    private final long variantKey;

    private UserType(Values values, String name, String spelling, boolean isEnum) {
        super(values, spelling);
        this.name = name;
        this.isEnum = isEnum;
        this.typeName = values.text(name);
        this.typeKey = values.text("_type");
        this.variantKey = values.text("_variant");
    }

    static UserType struct(Values values, String name, String spelling) {
        return new UserType(values, name, spelling, false);
    }

    static UserType enumeration(Values values, String name, String spelling) {
        return new UserType(values, name, spelling, true);
    }

    static UserType result(Values values, RuntimeType value, RuntimeType error) {
        String spelling = "Result<" + value.spelling() + ", " + error.spelling() + ">";
        var type = new UserType(values, "Result", spelling, true);
        type.define("Ok", List.of("value"), List.of(value));
        type.define("Err", List.of("error"), List.of(error));
        return type;
    }

    /// Adds a struct's only form, or a variant. In a session the next program defines it again,
    /// alike.
    void define(String variant, List<String> names, List<RuntimeType> types) {
        for (Form form : forms) {
            if (form.name.equals(variant)) {
                requireSame(form, types);
                return;
            }
        }
        String shapeName = isEnum ? spelling() + "." + variant : spelling();
        ObjectFields fields = ObjectFields.of(values(), shapeName, names, types);
        long constant =
                isEnum && names.isEmpty()
                        ? values().kept(fields.make(values().startingContext(), new long[0]))
                        : 0;
        forms.add(new Form(variant, values().text(variant), fields, constant));
    }

    private void requireSame(Form form, List<RuntimeType> types) {
        if (!form.fields.layout().types().equals(types)) {
            throw new CoexError("there are two types '%s' in this session".formatted(spelling()));
        }
    }

    ObjectLayout layout(int variant) {
        return forms.get(variant).fields.layout();
    }

    /// The value of a variant without fields.
    long constant(int variant) {
        return forms.get(variant).constant;
    }

    /// A variant with one field. A safepoint; it keeps what it is given.
    public long make(MutatorContext mutator, int variant, long bits) {
        try (RootFrame _ = RootFrame.of(mutator, contentOf(variant).isReference() ? bits : 0)) {
            return forms.get(variant).fields.make(mutator, new long[] {bits});
        }
    }

    /// What a variant with one field is made of.
    public RuntimeType contentOf(int variant) {
        return forms.get(variant).fields.type(0);
    }

    private Form formOf(MutatorContext mutator, long object) {
        int shape = shapeOf(mutator, object);
        for (Form form : forms) {
            if (form.fields.layout().shape() == shape) {
                return form;
            }
        }
        throw new IllegalStateException("no %s: shape=%d".formatted(spelling(), shape));
    }

    private static int shapeOf(MutatorContext mutator, long object) {
        return ObjectHeader.shape(Memory.getLong(mutator.address(object)));
    }

    // For those who go through values that may be nested deeply

    /// The fields that an object has.
    ObjectFields fieldsOf(MutatorContext mutator, long object) {
        return formOf(mutator, object).fields;
    }

    ObjectFields fields(int variant) {
        return forms.get(variant).fields;
    }

    /// What the text of an object begins with.
    String headOf(MutatorContext mutator, long object) {
        return isEnum ? formOf(mutator, object).name : name;
    }

    /// Whether fields follow then, or the place of none.
    boolean hasBrackets(MutatorContext mutator, long object) {
        return !isEnum || fieldsOf(mutator, object).count() > 0;
    }

    boolean isResult() {
        return name.equals("Result");
    }

    /// The order of objects of different forms; 0 for those of one.
    int compareShapes(MutatorContext mutator, long first, long second) {
        return Integer.compare(shapeOf(mutator, first), shapeOf(mutator, second));
    }

    // What values are

    @Override
    public int hash(MutatorContext mutator, long bits, int parts) {
        return bits == 0 ? 0 : fieldsOf(mutator, bits).hash(mutator, bits, parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second || first == 0 || second == 0) {
            return first == second;
        }
        if (isDeep()) {
            return new Comparison(mutator, pause).isEqual(this, first, second);
        }
        return compareShapes(mutator, first, second) == 0
                && fieldsOf(mutator, first).equal(mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second || first == 0 || second == 0) {
            return Long.compare(first, second); // nil is 0
        }
        if (isDeep()) {
            return new Comparison(mutator, pause).order(this, first, second);
        }
        int shapes = compareShapes(mutator, first, second);
        return shapes != 0
                ? shapes
                : fieldsOf(mutator, first).compare(mutator, first, second, pause);
    }

    @Override
    List<RuntimeType> parts() {
        return forms.stream().flatMap(form -> form.fields.layout().types().stream()).toList();
    }

    @Override
    boolean holdsNan(NanSearch search, long bits) {
        if (bits == 0) {
            return false;
        }
        return isDeep()
                ? search.finds(this, bits)
                : search.isNew(bits) && fieldsOf(search.mutator(), bits).holdNan(search, bits);
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        if (bits == 0) {
            out.append("nil");
        } else if (isDeep()) {
            new DeepText(mutator, out).write(this, bits);
        } else {
            out.append(headOf(mutator, bits));
            if (hasBrackets(mutator, bits)) {
                out.append('(');
                fieldsOf(mutator, bits).write(mutator, bits, out, !isResult());
                out.append(')');
            }
        }
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        if (bits == 0) {
            return 0;
        }
        if (isDeep()) {
            return new DeepToJson(mutator, values().json()).of(this, bits);
        }
        try (JsonObjectBuilder builder = new JsonObjectBuilder(values().json())) {
            builder.start(mutator);
            putNames(mutator, bits, builder);
            fieldsOf(mutator, bits).putInto(builder, mutator, bits);
            return builder.finish();
        }
    }

    /// Puts the names of the type and the variant into a json object.
    void putNames(MutatorContext mutator, long object, JsonObjectBuilder builder) {
        builder.put(typeKey, typeName);
        if (isEnum) {
            builder.put(variantKey, formOf(mutator, object).nameText);
        }
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        if (isDeep()) {
            return new DeepFromJson(mutator, values().json()).of(this, json);
        }
        Form form = forms.get(formIn(mutator, json));
        return form.constant != 0
                ? form.constant
                : form.fields.fromJson(values().json(), mutator, json);
    }

    /// The form that a json says it is of.
    int formIn(MutatorContext mutator, long json) {
        JsonType jsons = values().json();
        if (jsons.kind(mutator, json) != JsonKind.OBJECT
                || jsons.hasField(mutator, json, typeKey)
                        && !isText(mutator, jsons.field(mutator, json, typeKey), typeName)) {
            throw cannotBe(mutator, json);
        }
        for (int i = 0; i < forms.size(); i++) {
            if (!isEnum || isVariant(mutator, json, forms.get(i))) {
                return i;
            }
        }
        throw cannotBe(mutator, json);
    }

    private boolean isVariant(MutatorContext mutator, long json, Form form) {
        long variant = values().json().field(mutator, json, variantKey);
        return isText(mutator, variant, form.nameText);
    }

    private boolean isText(MutatorContext mutator, long json, long text) {
        return values().json().kind(mutator, json) == JsonKind.STRING
                && values().strings().equal(mutator, values().json().toString(mutator, json), text);
    }
}
