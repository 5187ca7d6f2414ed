package coex.lsp.debug;

import coex.runtime.project.ProjectProblem;

import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.request.StepRequest;

import org.eclipse.lsp4j.debug.Breakpoint;
import org.eclipse.lsp4j.debug.BreakpointEventArguments;
import org.eclipse.lsp4j.debug.BreakpointEventArgumentsReason;
import org.eclipse.lsp4j.debug.Capabilities;
import org.eclipse.lsp4j.debug.ConfigurationDoneArguments;
import org.eclipse.lsp4j.debug.ContinueArguments;
import org.eclipse.lsp4j.debug.ContinueResponse;
import org.eclipse.lsp4j.debug.DisconnectArguments;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.EvaluateResponse;
import org.eclipse.lsp4j.debug.ExitedEventArguments;
import org.eclipse.lsp4j.debug.InitializeRequestArguments;
import org.eclipse.lsp4j.debug.NextArguments;
import org.eclipse.lsp4j.debug.OutputEventArguments;
import org.eclipse.lsp4j.debug.PauseArguments;
import org.eclipse.lsp4j.debug.Scope;
import org.eclipse.lsp4j.debug.ScopesArguments;
import org.eclipse.lsp4j.debug.ScopesResponse;
import org.eclipse.lsp4j.debug.SetBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetBreakpointsResponse;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.SourceBreakpoint;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackTraceArguments;
import org.eclipse.lsp4j.debug.StackTraceResponse;
import org.eclipse.lsp4j.debug.StepInArguments;
import org.eclipse.lsp4j.debug.StepOutArguments;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.TerminatedEventArguments;
import org.eclipse.lsp4j.debug.Thread;
import org.eclipse.lsp4j.debug.ThreadsResponse;
import org.eclipse.lsp4j.debug.Variable;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.eclipse.lsp4j.debug.VariablesResponse;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Answers an editor that debugs a program. It has the editor's protocol on one side and the JVM's
/// on the other, and says what is Coex in what the JVM knows.
///
/// Messages are answered by the thread that reads them, one after the other. Another thread tells
/// of what the program does ([DebuggedProgram#handleEvents]).
final class DebugAdapter implements IDebugProtocolServer {

    private final String launcher;
    private final Breakpoints breakpoints = new Breakpoints();
    private final StoppedThreads stopped = new StoppedThreads();

    /// Where sources are, by the names that class files have for them. For the thread of messages.
    private final Map<String, Path> sources = new HashMap<>();

    private IDebugProtocolClient client;

    /// Written by the thread of messages before it starts the thread of events, which it does not
    /// change then.
    private DebuggedProgram program;

    /// @param launcher the command that runs programs
    DebugAdapter(String launcher) {
        this.launcher = launcher;
    }

    void connect(IDebugProtocolClient editor) {
        client = editor;
    }

    /// The editor is gone: so is the program.
    void end() {
        if (program != null) {
            program.end();
        }
    }

    // The session

    @Override
    public CompletableFuture<Capabilities> initialize(InitializeRequestArguments arguments) {
        var can = new Capabilities();
        can.setSupportsConfigurationDoneRequest(true);
        can.setSupportsEvaluateForHovers(true);
        can.setSupportTerminateDebuggee(true);
        return CompletableFuture.completedFuture(can);
    }

    @Override
    public CompletableFuture<Void> launch(Map<String, Object> arguments) {
        if (!(arguments.get("program") instanceof String given)) {
            throw failure("`program` is missing: the path of the file to run");
        }
        DebuggedFile file = debugged(Path.of(given).toAbsolutePath().normalize());
        Path folder = arguments.get("cwd") instanceof String cwd ? Path.of(cwd) : file.folder();
        List<String> words =
                arguments.get("args") instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : List.of();
        String command = arguments.get("coex") instanceof String other ? other : launcher;
        file.sources().forEach(source -> sources.put(source.getFileName().toString(), source));
        try {
            var output = new ProcessOutput(this::tellOutput);
            program = DebuggedProgram.start(command, file.program(), words, folder, output);
            java.lang.Thread.ofPlatform().daemon().start(() -> follow(program, output));
        } catch (IOException e) {
            throw failure("the program does not start: " + e.getMessage());
        } catch (InterruptedException e) {
            java.lang.Thread.currentThread().interrupt();
            throw failure("interrupted");
        }
        client.initialized(); // from now on it may tell of breakpoints
        return CompletableFuture.completedFuture(null);
    }

    private static DebuggedFile debugged(Path given) {
        try {
            return DebuggedFile.of(given);
        } catch (NoSuchFileException _) {
            throw failure("there is no file " + given);
        } catch (ProjectProblem problem) {
            throw failure(problem.getMessage());
        }
    }

    private void follow(DebuggedProgram followed, ProcessOutput output) {
        try {
            followed.handleEvents(
                    new DebuggedProgram.Listener() {
                        @Override
                        public void loaded(ClassPrepareEvent event) {
                            breakpoints.loaded(event.referenceType(), DebugAdapter.this::tell);
                        }

                        @Override
                        public void stopped(String reason, ThreadReference thread) {
                            tellStopped(reason, thread);
                        }
                    });
            var exited = new ExitedEventArguments();
            exited.setExitCode(followed.process().waitFor());
            output.awaitEnd();
            client.exited(exited);
            client.terminated(new TerminatedEventArguments());
        } catch (InterruptedException e) {
            java.lang.Thread.currentThread().interrupt();
        }
    }

    private void tell(Breakpoint breakpoint) {
        var changed = new BreakpointEventArguments();
        changed.setReason(BreakpointEventArgumentsReason.CHANGED);
        changed.setBreakpoint(breakpoint);
        client.breakpoint(changed);
    }

    private void tellStopped(String reason, ThreadReference thread) {
        var event = new StoppedEventArguments();
        event.setReason(reason);
        event.setThreadId(StoppedThreads.idOf(thread));
        event.setAllThreadsStopped(true);
        client.stopped(event);
    }

    private void tellOutput(String category, String text) {
        var event = new OutputEventArguments();
        event.setCategory(category);
        event.setOutput(text);
        client.output(event);
    }

    @Override
    public CompletableFuture<SetBreakpointsResponse> setBreakpoints(
            SetBreakpointsArguments arguments) {
        Path file = Path.of(arguments.getSource().getPath()).toAbsolutePath().normalize();
        sources.putIfAbsent(file.getFileName().toString(), file);
        List<Integer> lines =
                arguments.getBreakpoints() == null
                        ? List.of()
                        : Arrays.stream(arguments.getBreakpoints())
                                .map(SourceBreakpoint::getLine)
                                .toList();
        var response = new SetBreakpointsResponse();
        response.setBreakpoints(
                breakpoints.set(file, lines, program == null ? null : program.machine()));
        return CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<Void> configurationDone(ConfigurationDoneArguments arguments) {
        started().resume();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> disconnect(DisconnectArguments arguments) {
        end();
        return CompletableFuture.completedFuture(null);
    }

    // Running

    @Override
    public CompletableFuture<ContinueResponse> continue_(ContinueArguments arguments) {
        stopped.forget();
        started().resume();
        var response = new ContinueResponse();
        response.setAllThreadsContinued(true);
        return CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<Void> next(NextArguments arguments) {
        return step(arguments.getThreadId(), StepRequest.STEP_OVER);
    }

    @Override
    public CompletableFuture<Void> stepIn(StepInArguments arguments) {
        return step(arguments.getThreadId(), StepRequest.STEP_INTO);
    }

    @Override
    public CompletableFuture<Void> stepOut(StepOutArguments arguments) {
        return step(arguments.getThreadId(), StepRequest.STEP_OUT);
    }

    private CompletableFuture<Void> step(int threadId, int depth) {
        ThreadReference thread = thread(threadId);
        stopped.forget();
        started().step(thread, depth);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> pause(PauseArguments arguments) {
        started().pause();
        tellStopped("pause", thread(arguments.getThreadId()));
        return CompletableFuture.completedFuture(null);
    }

    // Looking

    @Override
    public CompletableFuture<ThreadsResponse> threads() {
        var response = new ThreadsResponse();
        response.setThreads(
                StoppedThreads.of(machine()).stream()
                        .map(
                                thread -> {
                                    var each = new Thread();
                                    each.setId(StoppedThreads.idOf(thread));
                                    each.setName(StoppedThreads.nameOf(thread));
                                    return each;
                                })
                        .toArray(Thread[]::new));
        return CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<StackTraceResponse> stackTrace(StackTraceArguments arguments) {
        try {
            List<StoppedThreads.Call> calls = stopped.callsOf(thread(arguments.getThreadId()));
            int from = Optional.ofNullable(arguments.getStartFrame()).orElse(0);
            int levels = Optional.ofNullable(arguments.getLevels()).orElse(0);
            var response = new StackTraceResponse();
            response.setTotalFrames(calls.size());
            response.setStackFrames(
                    calls.stream()
                            .skip(from)
                            .limit(levels == 0 ? calls.size() : levels)
                            .map(this::frame)
                            .toArray(StackFrame[]::new));
            return CompletableFuture.completedFuture(response);
        } catch (IncompatibleThreadStateException e) {
            throw failure("the program runs");
        }
    }

    private StackFrame frame(StoppedThreads.Call call) {
        var frame = new StackFrame();
        frame.setId(call.id());
        frame.setName(call.function());
        frame.setLine(call.line());
        frame.setColumn(1);
        var source = new Source();
        source.setName(call.sourceName());
        sourceOf(call.sourceName()).ifPresent(path -> source.setPath(path.toString()));
        frame.setSource(source);
        return frame;
    }

    /// Class files have names of files only: one that was named to us, or one beside such.
    private Optional<Path> sourceOf(String name) {
        Path known = sources.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        return sources.values().stream()
                .map(path -> path.resolveSibling(name))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    @Override
    public CompletableFuture<ScopesResponse> scopes(ScopesArguments arguments) {
        var scope = new Scope();
        scope.setName("Variables");
        scope.setVariablesReference(arguments.getFrameId());
        var response = new ScopesResponse();
        response.setScopes(new Scope[] {scope});
        return CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<VariablesResponse> variables(VariablesArguments arguments) {
        var response = new VariablesResponse();
        response.setVariables(
                shown(arguments.getVariablesReference()).stream()
                        .map(
                                shown -> {
                                    var variable = new Variable();
                                    variable.setName(shown.name());
                                    variable.setValue(shown.value());
                                    variable.setType(shown.type());
                                    return variable;
                                })
                        .toArray(Variable[]::new));
        return CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<EvaluateResponse> evaluate(EvaluateArguments arguments) {
        String name = arguments.getExpression().strip();
        ShownValues.Shown found =
                shown(Optional.ofNullable(arguments.getFrameId()).orElse(-1)).stream()
                        .filter(shown -> shown.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> failure("no variable of this name has a value here"));
        var response = new EvaluateResponse();
        response.setResult(found.value());
        response.setType(found.type());
        return CompletableFuture.completedFuture(response);
    }

    private List<ShownValues.Shown> shown(int callId) {
        StoppedThreads.Call call =
                stopped.call(callId).orElseThrow(() -> failure("the program has gone on"));
        try {
            return ShownValues.of(call.thread(), call.index());
        } catch (IncompatibleThreadStateException e) {
            throw failure("the program runs");
        }
    }

    private ThreadReference thread(int id) {
        return StoppedThreads.named(machine(), id)
                .orElseThrow(() -> failure("the thread has ended"));
    }

    private VirtualMachine machine() {
        return started().machine();
    }

    private DebuggedProgram started() {
        if (program == null) {
            throw failure("no program has been started");
        }
        return program;
    }

    private static ResponseErrorException failure(String message) {
        return new ResponseErrorException(
                new ResponseError(ResponseErrorCode.RequestFailed, message, null));
    }
}
