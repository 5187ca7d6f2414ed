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
    private record Form(String name, long nameText, ObjectFields fields, long constant) {
        /// The bits of the last field.
        long last(MutatorContext mutator, long object) {
            return fields.get(mutator, object, fields.count() - 1);
        }
    }

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

    @Override
    public int hash(MutatorContext mutator, long bits, int parts) {
        return bits == 0 ? 0 : formOf(mutator, bits).fields.hash(mutator, bits, parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        UserType type = this;
        long one = first;
        long other = second;
        while (one != other) {
            if (one == 0 || other == 0 || shapeOf(mutator, one) != shapeOf(mutator, other)) {
                return false;
            }
            // Only objects of such types contain objects of their own type: whatever is deep passes
            // here.
            pause.between(mutator);
            Form form = type.formOf(mutator, one);
            type = form.fields.next();
            if (type == null) {
                return form.fields.equal(mutator, one, other, pause);
            }
            if (!form.fields.equalToLast(mutator, one, other, pause)) {
                return false;
            }
            one = form.last(mutator, one);
            other = form.last(mutator, other);
        }
        return true;
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        UserType type = this;
        long one = first;
        long other = second;
        while (one != other && one != 0 && other != 0) {
            int shape = shapeOf(mutator, one);
            int otherShape = shapeOf(mutator, other);
            if (shape != otherShape) {
                return Integer.compare(shape, otherShape);
            }
            pause.between(mutator);
            Form form = type.formOf(mutator, one);
            type = form.fields.next();
            if (type == null) {
                return form.fields.compare(mutator, one, other, pause);
            }
            int order = form.fields.compareToLast(mutator, one, other, pause);
            if (order != 0) {
                return order;
            }
            one = form.last(mutator, one);
            other = form.last(mutator, other);
        }
        return Long.compare(one, other); // nil is 0
    }

    @Override
    List<RuntimeType> parts() {
        return forms.stream().flatMap(form -> form.fields.layout().types().stream()).toList();
    }

    @Override
    boolean holdsNan(NanSearch search, long bits) {
        MutatorContext mutator = search.mutator();
        UserType type = this;
        long object = bits;
        while (object != 0 && search.isNew(object)) {
            Form form = type.formOf(mutator, object);
            type = form.fields.next();
            int count = form.fields.count();
            if (form.fields.holdNan(search, object, type == null ? count : count - 1)) {
                return true;
            }
            object = type == null || !type.mayHoldNan() ? 0 : form.last(mutator, object);
        }
        return false;
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        if (bits == 0) {
            out.append("nil");
            return;
        }
        UserType type = this;
        long object = bits;
        int open = 0;
        while (object != 0) {
            Form form = type.formOf(mutator, object);
            UserType next = form.fields.next();
            out.append(type.isEnum ? form.name : type.name);
            if (next == null) {
                type.writeFields(mutator, form, object, out);
                break;
            }
            open++;
            form.fields.writeToLast(mutator, object, out.append('('), !type.isResult());
            object = form.last(mutator, object);
            type = next;
            out.pause(mutator);
        }
        if (object == 0) {
            out.append("nil");
        }
        for (; open > 0; open--) {
            out.append(')').pause(mutator);
        }
    }

    private void writeFields(MutatorContext mutator, Form form, long object, TextSink out) {
        if (!isEnum || form.fields.count() > 0) {
            out.append('(');
            form.fields.write(mutator, object, out, !isResult());
            out.append(')');
        }
    }

    private boolean isResult() {
        return name.equals("Result");
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        if (bits == 0) {
            return 0;
        }
        Chain chain = null;
        UserType type = this;
        long object = bits;
        while (true) { // down to the end, if the last fields lead on
            Form form = type.formOf(mutator, object);
            UserType next = form.fields.next();
            long last = next == null ? 0 : form.last(mutator, object);
            if (last == 0) {
                break;
            }
            chain = new Chain(type, object, chain);
            type = next;
            object = last;
            mutator.poll(); // what has been passed is kept by what the caller keeps
        }
        long json = type.toJson(mutator, object, 0);
        try (RootFrame kept = RootFrame.slots(mutator, 1)) {
            for (; chain != null; chain = chain.outer()) {
                kept.set(0, json);
                json = chain.type().toJson(mutator, chain.object(), json);
            }
        }
        return json;
    }

    /// Objects, each of which has the next one in its last field; the innermost comes first.
    private record Chain(UserType type, long object, Chain outer) {}

    /// @param last the json of the last field, which the caller keeps; 0 if that has not been made
    private long toJson(MutatorContext mutator, long object, long last) {
        Form form = formOf(mutator, object);
        int count = form.fields.count();
        try (JsonObjectBuilder builder = new JsonObjectBuilder(values().json())) {
            builder.start(mutator);
            builder.put(typeKey, typeName);
            if (isEnum) {
                builder.put(variantKey, form.nameText);
            }
            if (last == 0) {
                form.fields.putInto(builder, mutator, object, 0, count);
            } else {
                form.fields.putInto(builder, mutator, object, 0, count - 1);
                form.fields.putLast(builder, last);
            }
            return builder.finish();
        }
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        JsonType jsons = values().json();
        if (jsons.kind(mutator, json) != JsonKind.OBJECT
                || jsons.hasField(mutator, json, typeKey)
                        && !isText(mutator, jsons.field(mutator, json, typeKey), typeName)) {
            throw cannotBe(mutator, json);
        }
        for (Form form : forms) {
            if (!isEnum || isVariant(mutator, json, form)) {
                return form.constant != 0
                        ? form.constant
                        : form.fields.fromJson(jsons, mutator, json);
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
