package coex.runtime.sandbox;

import coex.gc.HeapOptions;
import coex.runtime.Program;
import coex.runtime.ProgramRunner;
import coex.runtime.RunOptions;
import coex.runtime.TestPrograms;
import coex.runtime.TestPrograms.Outcome;
import coex.runtime.io.StandardStreams;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A program that is run with some permissions and limits.
final class SandboxedProgram {

    static final Permissions NOTHING =
            new Permissions(
                    new FileAccess(Optional.of(List.of()), Optional.of(List.of())),
                    Optional.of(Set.of()),
                    false);

    private final Program program;
    private Permissions permissions = NOTHING;
    private Limits limits = Limits.NONE;
    private InputStream in = InputStream.nullInputStream();
    private HeapOptions heap = TestPrograms.plain();
    private Runnable onOutput = () -> {};

    SandboxedProgram(String text) {
        this.program = TestPrograms.compile("attack.coex", text);
    }

    SandboxedProgram with(Permissions given) {
        permissions = given;
        return this;
    }

    SandboxedProgram with(Limits given) {
        limits = given;
        return this;
    }

    SandboxedProgram with(HeapOptions given) {
        heap = given;
        return this;
    }

    SandboxedProgram reading(InputStream input) {
        in = input;
        return this;
    }

    SandboxedProgram reading(String input) {
        return reading(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    }

    /// Does something after each write to standard output.
    SandboxedProgram onOutput(Runnable action) {
        onOutput = action;
        return this;
    }

    Outcome run(String... arguments) throws InterruptedException {
        var out =
                new ByteArrayOutputStream() {
                    @Override
                    public synchronized void write(byte[] bytes, int from, int count) {
                        super.write(bytes, from, count);
                        onOutput.run();
                    }
                };
        var err = new ByteArrayOutputStream();
        var options =
                RunOptions.of(heap, new StandardStreams(in, out, err), List.of(arguments))
                        .withStackBytes(64L << 20)
                        .within(permissions, limits);
        int status = ProgramRunner.run(program, options);
        // a character for each byte
        return new Outcome(
                status,
                out.toString(StandardCharsets.ISO_8859_1),
                err.toString(StandardCharsets.ISO_8859_1));
    }
}
