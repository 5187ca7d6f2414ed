package coex.lsp.debug;

import coex.codegen.GeneratedNames;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.StepRequest;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program that runs in a process of its own, which has connected to us and waits.
///
/// Requests come from the editor's thread; events are handled by [#handleEvents], on another.
final class DebuggedProgram {

    /// What is told of the program.
    interface Listener {
        /// A class with functions was loaded; the program waits meanwhile.
        void loaded(ClassPrepareEvent event);

        /// The program has stopped.
        ///
        /// @param reason as the protocol names it
        void stopped(String reason, ThreadReference thread);
    }

    private static final int PATIENCE_MILLIS = 30_000;

    private final Process process;
    private final VirtualMachine machine;

    private DebuggedProgram(Process process, VirtualMachine machine) {
        this.process = process;
        this.machine = machine;
        ClassPrepareRequest classes = machine.eventRequestManager().createClassPrepareRequest();
        classes.addClassFilter(GeneratedNames.PACKAGE + "*");
        classes.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        classes.enable();
    }

    /// Starts `coex run` with a program, which waits before its first instruction.
    ///
    /// @throws IOException if it does not come to that, as when there is no such command
    static DebuggedProgram start(
            String launcher,
            Path program,
            List<String> arguments,
            Path folder,
            ProcessOutput output)
            throws IOException, InterruptedException {
        try (DebuggeePort port = DebuggeePort.open()) {
            var command = new ArrayList<>(List.of(launcher, "run", "--debug-connect"));
            command.add(String.valueOf(port.number()));
            command.add(program.toString());
            command.addAll(arguments);
            var process = new ProcessBuilder(command).directory(folder.toFile()).start();
            output.forward(process);
            try {
                Socket connected =
                        port.accept(Duration.ofMillis(PATIENCE_MILLIS), process::isAlive);
                return new DebuggedProgram(process, machineAt(connected));
            } catch (IOException | RuntimeException e) {
                process.destroy();
                throw e;
            }
        }
    }

    private static VirtualMachine machineAt(Socket connected) throws IOException {
        try {
            return Bootstrap.virtualMachineManager()
                    .createVirtualMachine(new JdwpConnection(connected));
        } catch (IOException | RuntimeException e) {
            connected.close();
            throw e;
        }
    }

    VirtualMachine machine() {
        return machine;
    }

    Process process() {
        return process;
    }

    /// Tells the listener what happens until the program ends.
    void handleEvents(Listener listener) throws InterruptedException {
        try {
            while (true) {
                EventSet events = machine.eventQueue().remove();
                if (!handle(events, listener)) {
                    events.resume();
                }
            }
        } catch (VMDisconnectedException _) {
            // it has ended
        }
    }

    /// Returns whether the program is to stay stopped.
    private boolean handle(EventSet events, Listener listener) {
        boolean stays = false;
        for (Event event : events) {
            switch (event) {
                case ClassPrepareEvent loaded -> listener.loaded(loaded);
                case VMStartEvent _ -> stays = true; // until the editor is ready
                case LocatableEvent reached -> {
                    if (!stays) { // else a step has ended at a breakpoint
                        stop(reached, listener);
                    }
                    stays = true;
                }
                default -> {}
            }
        }
        return stays;
    }

    private void stop(LocatableEvent reached, Listener listener) {
        deleteSteps();
        listener.stopped(reached instanceof StepEvent ? "step" : "breakpoint", reached.thread());
    }

    /// A thread may have one step at a time; one that was not finished is given up.
    private void deleteSteps() {
        var requests = machine.eventRequestManager();
        requests.deleteEventRequests(List.copyOf(requests.stepRequests()));
    }

    void resume() {
        machine.resume();
    }

    /// Goes on to the next line.
    ///
    /// @param depth one of those of [StepRequest]
    void step(ThreadReference thread, int depth) {
        deleteSteps();
        StepRequest step =
                machine.eventRequestManager()
                        .createStepRequest(thread, StepRequest.STEP_LINE, depth);
        step.addClassFilter(GeneratedNames.PACKAGE + "*");
        step.addClassExclusionFilter(GeneratedNames.CONSTANT_CLASS + "*");
        step.addClassExclusionFilter(GeneratedNames.DISPATCH + "*");
        step.addCountFilter(1);
        step.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        step.enable();
        machine.resume();
    }

    void pause() {
        machine.suspend();
    }

    /// Ends the program, and returns when it has.
    void end() {
        try {
            machine.dispose(); // removes what would stop it; it then runs on
        } catch (VMDisconnectedException _) {
            // it has ended
        }
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
