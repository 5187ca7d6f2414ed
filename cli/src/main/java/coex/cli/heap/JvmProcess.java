package coex.cli.heap;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A process that should be a JVM of this user. Attaching sends it a signal that would end most
/// other programs, so it is looked at first.
record JvmProcess(long pid) {

    /// Asks the JVM to listen to us.
    VirtualMachine attach() {
        requireOurs();
        requireJvm();
        requireRunning();
        try {
            return VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException | IOException e) {
            throw refused(e);
        }
    }

    private void requireOurs() {
        if (pid == ProcessHandle.current().pid()) {
            throw new HeapProblem("process %d is this command itself".formatted(pid));
        }
        ProcessHandle process =
                ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .orElseThrow(() -> new HeapProblem("there is no process " + pid));
        Optional<String> owner = process.info().user();
        Optional<String> us = ProcessHandle.current().info().user();
        if (owner.isPresent() && us.isPresent() && !owner.equals(us)) {
            throw new HeapProblem(
                    "process %d belongs to %s, and only %s can look into it"
                            .formatted(pid, owner.get(), owner.get()));
        }
    }

    private void requireJvm() {
        if (!isListed() && !hasJvmLoaded()) {
            throw new HeapProblem("process %d is not a JVM".formatted(pid));
        }
    }

    /// A stopped process answers nobody. Where this cannot be found out, it is taken to run.
    private void requireRunning() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            if (state == 'T' || state == 't') {
                throw new HeapProblem(
                        "process %d is stopped and cannot answer; kill -CONT %d lets it go on"
                                .formatted(pid, pid));
            }
        } catch (IOException | StringIndexOutOfBoundsException _) {
            // No Linux, or it has just ended.
        }
    }

    private boolean isListed() {
        return VirtualMachine.list().stream()
                .map(VirtualMachineDescriptor::id)
                .anyMatch(Long.toString(pid)::equals);
    }

    /// A JVM may keep itself from the list (`-XX:-UsePerfData`). Where this cannot be found out,
    /// the answer is no.
    private boolean hasJvmLoaded() {
        try (var maps =
                Files.lines(
                        Path.of("/proc", Long.toString(pid), "maps"),
                        StandardCharsets.ISO_8859_1)) {
            return maps.anyMatch(line -> line.endsWith("/libjvm.so"));
        } catch (IOException _) {
            return false;
        }
    }

    private HeapProblem refused(Exception e) {
        if (hasEnded()) {
            return new HeapProblem("process %d has ended".formatted(pid), e);
        }
        String said = String.valueOf(e.getMessage());
        if (said.contains("does not support the attach mechanism")) {
            return new HeapProblem(
                    "process %d lets nobody attach; it was started with -XX:+DisableAttachMechanism"
                            .formatted(pid),
                    e);
        }
        return new HeapProblem(
                "process %d does not let us attach: %s"
                        .formatted(pid, said.lines().findFirst().orElse("")),
                e);
    }

    boolean hasEnded() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
    }
}
