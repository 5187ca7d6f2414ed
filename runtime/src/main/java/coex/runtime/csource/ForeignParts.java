package coex.runtime.csource;

import coex.runtime.ForeignLibrary;

import java.io.IOException;

/// Builds the foreign parts of packages, each into one shared library, unless the cache has it.
public final class ForeignParts {

    private final CCompiler compiler;
    private final ForeignCache cache;

    public ForeignParts(CCompiler compiler, ForeignCache cache) {
        this.compiler = compiler;
        this.cache = cache;
    }

    public ForeignLibrary build(CSources sources) throws IOException, BuildFailure {
        return cache.get(
                sources.key(),
                file -> {
                    try (CBuild build = CBuild.of(sources, compiler)) {
                        build.into(file);
                    }
                });
    }
}
