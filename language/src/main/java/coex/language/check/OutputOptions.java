package coex.language.check;

import java.util.Optional;

/// Whether `print` and `debug` do something, whatever a file says; empty leaves it to the file.
public record OutputOptions(Optional<Boolean> printing, Optional<Boolean> debugging) {

    public static final OutputOptions AS_WRITTEN =
            new OutputOptions(Optional.empty(), Optional.empty());
}
