package coex.runtime.call;

import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Task;

import java.nio.charset.StandardCharsets;

/// Standard output of a task as something to append to: what is appended goes out when it is the
/// task's turn, as what it prints does. Whoever appends is in a safe region: a reader may be slow.
final class PrintedText implements Appendable {

    private final ProgramRuntime runtime;
    private final Task task;

    PrintedText(ProgramRuntime runtime, Task task) {
        this.runtime = runtime;
        this.task = task;
    }

    @Override
    public Appendable append(CharSequence text) {
        byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
        runtime.tasks().output().print(task, 1, utf8, utf8.length);
        return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
        return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char character) {
        return append(String.valueOf(character));
    }
}
