package coex.language.checked;

import coex.language.type.FunctionSymbol;
import coex.language.type.Type;

import java.util.List;
import java.util.stream.Collectors;

/// A function with types for all of its type parameters: those of its type first, then its own.
/// Each instance is compiled for itself.
public record FunctionInstance(FunctionSymbol symbol, List<Type> arguments) {

    public FunctionInstance {
        arguments = List.copyOf(arguments);
    }

    @Override
    public String toString() {
        return arguments.isEmpty()
                ? symbol.toString()
                : symbol
                        + arguments.stream()
                                .map(Type::spelling)
                                .collect(Collectors.joining(", ", "<", ">"));
    }
}
