// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Objects;

/// A type with its arguments, for [Codec#ofType]: an empty subclass keeps what a `Class` does not
/// know.
///
/// <!-- given record Pair<A, B>(A first, B second) {} -->
/// ```java
/// var type = new TypeToken<Pair<String, Long>>() {};
/// Codec<Pair<String, Long>> pairs = Codec.ofType(MethodHandles.lookup(), type);
/// ```
///
/// @param <T> the type
public abstract class TypeToken<T> {

    private final Type type;

    /// For an anonymous subclass that names the type.
    ///
    /// @throws IllegalArgumentException if it does not
    protected TypeToken() {
        if (getClass().getSuperclass() != TypeToken.class
                || !(getClass().getGenericSuperclass() instanceof ParameterizedType named)) {
            throw new IllegalArgumentException(
                    "type not named: write new TypeToken<Pair<String, Long>>() {}");
        }
        type = named.getActualTypeArguments()[0];
    }

    /// {@return the type}
    public final Type type() {
        return type;
    }

    /// Whether `other` has the same type.
    @Override
    public final boolean equals(Object other) {
        return other instanceof TypeToken<?> token && type.equals(token.type);
    }

    @Override
    public final int hashCode() {
        return Objects.hashCode(type);
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }
}
