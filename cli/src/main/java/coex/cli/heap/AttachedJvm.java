package coex.cli.heap;

import coex.observe.HeapBeans;

import com.sun.tools.attach.VirtualMachine;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/// A connection to the beans of another JVM on this machine, through the agent that it starts when
/// it is asked to. The agent accepts connections from this machine only, and only the JVM's own
/// user can ask for its address.
final class AttachedJvm implements AutoCloseable {
    /// A busy JVM may take seconds to start its side of the connection.
    private static final int MOST_SECONDS = 20;

    private final JvmProcess process;
    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private AttachedJvm(JvmProcess process, JMXConnector connector) throws IOException {
        this.process = process;
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    /// A process that does not answer is given up after a while: a stopped one would never.
    static AttachedJvm to(long pid) {
        JvmProcess process = new JvmProcess(pid);
        var connecting = new FutureTask<>(() -> connect(process));
        Thread.ofPlatform().daemon().name("coex attach").start(connecting);
        try {
            return connecting.get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new HeapProblem(
                    "process %d has not answered for %d seconds".formatted(pid, MOST_SECONDS), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HeapProblem("interrupted while attaching to process " + pid, e);
        }
    }

    private static AttachedJvm connect(JvmProcess process) {
        VirtualMachine jvm = process.attach();
        try {
            String address;
            try {
                address = jvm.startLocalManagementAgent();
            } finally {
                jvm.detach();
            }
            return new AttachedJvm(
                    process, JMXConnectorFactory.connect(new JMXServiceURL(address)));
        } catch (IOException e) {
            throw lost(process, e);
        }
    }

    long pid() {
        return process.pid();
    }

    /// The names of its heaps, sorted.
    List<String> heaps() {
        return names().stream().map(AttachedJvm::heapOf).sorted().toList();
    }

    private List<ObjectName> names() {
        try {
            return List.copyOf(
                    beans.queryNames(new ObjectName(HeapBeans.DOMAIN + ":type=Heap,*"), null));
        } catch (IOException e) {
            throw lost(e);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String heapOf(ObjectName bean) {
        String name = bean.getKeyProperty("name");
        return name.startsWith("\"") ? ObjectName.unquote(name) : name;
    }

    /// The one heap that `wanted` names.
    ///
    /// @param wanted a name, in which `*` stands for anything; null if any will do
    RemoteHeap heap(String wanted) {
        List<ObjectName> all = names();
        if (all.isEmpty()) {
            throw new HeapProblem(
                    ("process %d shows no Coex heap; coex run needs --jmx for that, other programs"
                                    + " have to call HeapBeans.register(heap)")
                            .formatted(pid()));
        }
        Pattern pattern = Pattern.compile(wanted == null ? ".*" : asRegex(wanted), Pattern.DOTALL);
        List<ObjectName> found =
                all.stream().filter(name -> pattern.matcher(heapOf(name)).matches()).toList();
        if (found.size() == 1) {
            return new RemoteHeap(this, beans, found.getFirst(), heapOf(found.getFirst()));
        }
        String known = heaps().stream().collect(Collectors.joining(", "));
        throw new HeapProblem(
                found.isEmpty()
                        ? "process %d has no heap %s; it has: %s".formatted(pid(), wanted, known)
                        : "process %d has %d heaps; choose one with --heap NAME: %s"
                                .formatted(pid(), all.size(), known));
    }

    private static String asRegex(String wanted) {
        return List.of(wanted.split("\\*", -1)).stream()
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
    }

    HeapProblem lost(IOException e) {
        return lost(process, e);
    }

    /// A process that was killed may be there for a moment after its connections are gone.
    private static HeapProblem lost(JvmProcess process, IOException e) {
        for (int wait = 0; wait < 200 && !process.hasEnded(); wait++) {
            try {
                Thread.sleep(25);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        return new HeapProblem.Lost(
                process.hasEnded()
                        ? "process %d has ended".formatted(process.pid())
                        : "lost the connection to process %d: %s"
                                .formatted(process.pid(), e.getMessage()),
                e);
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException _) {
            // the process is gone, and the connection with it
        }
    }
}
