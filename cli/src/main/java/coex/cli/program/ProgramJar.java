package coex.cli.program;

import coex.runtime.Program;

import java.io.IOException;
import java.util.TreeMap;

/// The classes of a program in one jar. The same program gives the same bytes.
final class ProgramJar {

    private ProgramJar() {}

    static byte[] of(Program program) throws IOException {
        var jar = new JarBytes();
        for (var file : new TreeMap<>(program.classes()).entrySet()) {
            jar.add(file.getKey().replace('.', '/') + ".class", file.getValue());
        }
        return jar.finish();
    }
}
