package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.LongValue;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.ClassPrepareRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `coex run --debug` with a debugger that knows the JVM and nothing of Coex.
@DisabledOnOs(OS.WINDOWS)
@Timeout(
        value = 180,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // reading a pipe cannot be interrupted
class DebuggerIT {

    private static final int LINE = 6;

    private static final String PROGRAM =
            """
            func total(xs: [int]) -> int
                sum = 0
                for x in xs
                    sum += x
                ~
                return sum
            ~

            func main(args: [string]) -> int
                n = total([4, 6])
                print(args[1] + String.from(n))
                return 3
            ~
            """;

    private static final String SAYS_PORT = "Listening for transport dt_socket at address: ";

    @TempDir private Path folder;

    private Path program() throws IOException {
        return Files.writeString(folder.resolve("sums.coex"), PROGRAM);
    }

    private Process start(String... options) throws IOException {
        var command = new ArrayList<>(List.of(FinishedCoex.ROOT.resolve("coex").toString(), "run"));
        command.addAll(List.of(options));
        command.addAll(List.of(program().toString(), "sum: "));
        var builder = new ProcessBuilder(command);
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        return builder.redirectErrorStream(true).start();
    }

    private static VirtualMachine attach(String port) throws Exception {
        AttachingConnector connector =
                Bootstrap.virtualMachineManager().attachingConnectors().stream()
                        .filter(each -> each.transport().name().equals("dt_socket"))
                        .findFirst()
                        .orElseThrow();
        Map<String, Connector.Argument> settings = connector.defaultArguments();
        settings.get("hostname").setValue("127.0.0.1");
        settings.get("port").setValue(port);
        return connector.attach(settings);
    }

    @Test
    void aDebuggerStopsAtALineReadsVariablesAndGoesOn() throws Exception {
        Process running = start("--debug-port", "0");
        try (BufferedReader out = running.inputReader()) {
            assertThat(out.readLine()).startsWith("coex: every user of this machine can connect");
            String first = out.readLine();
            assertThat(first).startsWith(SAYS_PORT);
            VirtualMachine machine = attach(first.substring(SAYS_PORT.length()).strip());
            ClassPrepareRequest classes = machine.eventRequestManager().createClassPrepareRequest();
            classes.addClassFilter("coex.program.*");
            classes.enable();
            machine.resume();
            assertThat(stops(machine)).containsExactly("total:6 called from main:10, sum=10");
            assertThat(out.readLine()).isEqualTo("sum: 10");
            assertThat(running.waitFor()).isEqualTo(3);
        } finally {
            running.destroyForcibly();
        }
    }

    /// Where the program stops until it ends, and the value of `sum` there.
    private static List<String> stops(VirtualMachine machine) throws Exception {
        var stops = new ArrayList<String>();
        try {
            while (true) {
                EventSet events = machine.eventQueue().remove();
                for (Event event : events) {
                    switch (event) {
                        case ClassPrepareEvent loaded -> stopIn(loaded.referenceType());
                        case BreakpointEvent stop -> stops.add(described(stop));
                        default -> {}
                    }
                }
                events.resume();
            }
        } catch (VMDisconnectedException _) {
            return stops;
        }
    }

    /// What the compiler adds to a program has no source.
    private static boolean isOfProgram(ReferenceType type) {
        try {
            return type.sourceName().equals("sums.coex");
        } catch (AbsentInformationException _) {
            return false;
        }
    }

    private static void stopIn(ReferenceType type) throws Exception {
        if (isOfProgram(type)) {
            for (Location location : type.locationsOfLine(LINE)) {
                type.virtualMachine()
                        .eventRequestManager()
                        .createBreakpointRequest(location)
                        .enable();
            }
        }
    }

    private static String described(BreakpointEvent stop) throws Exception {
        StackFrame frame = stop.thread().frame(0);
        Location caller = stop.thread().frame(1).location();
        LocalVariable sum = frame.visibleVariableByName("sum");
        return "%s:%d called from %s:%d, sum=%d"
                .formatted(
                        stop.location().method().name(),
                        stop.location().lineNumber(),
                        caller.method().name(),
                        caller.lineNumber(),
                        ((LongValue) frame.getValue(sum)).value());
    }

    /// Nobody else listens on the port: either this does, or somebody who was there before.
    @Test
    void withoutANumberThePortIs5005() throws Exception {
        try (ServerSocket _ = taken(5005)) {
            Process running = start("--debug");
            String out = new String(running.getInputStream().readAllBytes());
            assertThat(out)
                    .startsWith("coex: waits for a debugger on port 5005 of this machine; ")
                    .contains("Address already in use")
                    .doesNotContain("sum:");
            assertThat(running.waitFor()).isNotZero();
        }
    }

    private static ServerSocket taken(int port) throws IOException {
        try {
            return new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"));
        } catch (BindException _) {
            return new ServerSocket(0); // it is taken already
        }
    }
}
