package coex.codegen.ir;

import java.util.List;
import java.util.Optional;

/// How function values are called: the kinds of parameters and result.
public record Signature(List<Kind> parameters, Optional<Kind> result) {

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /// For names of methods.
    public String mangled() {
        var letters = new StringBuilder();
        parameters.forEach(kind -> letters.append(kind.letter()));
        return letters.append('_').append(result.map(Kind::letter).orElse('v')).toString();
    }
}
