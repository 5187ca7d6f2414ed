package coex.runtime.generated;

import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;

/// The zero values of types.
final class Zeros {

    private Zeros() {}

    static Object of(Type given) {
        return switch (Types.settled(given)) {
            case Basic.INT -> 0L;
            case Basic.FLOAT -> 0.0;
            case Basic.BOOL -> false;
            case Basic.BYTE, Basic.CHAR -> 0;
            case Basic.STRING -> "";
            case Basic.JSON -> JsonValues.NULL;
            case Type.ListOf _, Type.ArrayOf _ -> new ArrayList<>();
            case Type.SetOf _ -> new LinkedHashSet<>();
            case Type.MapOf _ -> new LinkedHashMap<>();
            case Type.Tuple tuple -> {
                var elements = new ArrayList<Object>();
                tuple.elements().forEach(element -> elements.add(of(element)));
                yield new Value.Tuple(elements);
            }
            default -> null;
        };
    }
}
