package coex.cli.heap;

import coex.observe.HeapMXBean;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/// A heap of another process. Whatever goes wrong when it is asked becomes a [HeapProblem].
final class RemoteHeap {

    private final AttachedJvm jvm;
    private final HeapMXBean bean;
    private final String name;

    RemoteHeap(AttachedJvm jvm, MBeanServerConnection beans, ObjectName bean, String name) {
        this.jvm = jvm;
        this.bean = JMX.newMXBeanProxy(beans, bean, HeapMXBean.class);
        this.name = name;
    }

    String name() {
        return name;
    }

    AttachedJvm jvm() {
        return jvm;
    }

    /// Something to ask of the bean.
    interface Question<T> {
        T put(HeapMXBean bean) throws IOException;
    }

    <T> T ask(Question<T> question) {
        try {
            return question.put(bean);
        } catch (UndeclaredThrowableException e) {
            throw problem(e.getCause());
        } catch (IOException | RuntimeException e) {
            throw problem(e);
        }
    }

    private HeapProblem problem(Throwable thrown) {
        return switch (thrown) {
            case InstanceNotFoundException _ -> closed();
            case IllegalStateException e when e.getMessage().startsWith("heap closed") -> closed();
            case FileAlreadyExistsException e ->
                    new HeapProblem("there is already a file " + e.getFile(), e);
            case NoSuchFileException e ->
                    new HeapProblem(
                            "cannot write %s: there is no such folder".formatted(e.getFile()), e);
            case AccessDeniedException e ->
                    new HeapProblem("cannot write %s: permission denied".formatted(e.getFile()), e);
            case FileSystemException e ->
                    new HeapProblem("process %d: %s".formatted(jvm.pid(), e), e);
            case IOException e when e.getMessage().startsWith("report too long") ->
                    new HeapProblem(e.getMessage(), e);
            case IOException e when isOfItsFile(e) ->
                    new HeapProblem("process %d: %s".formatted(jvm.pid(), e.getMessage()), e);
            case IOException e -> jvm.lost(e);
            case IllegalArgumentException e -> new HeapProblem(e.getMessage(), e);
            case IllegalStateException e -> new HeapProblem(e.getMessage(), e);
            case JMException e ->
                    new HeapProblem(
                            "process %d has another version of Coex: %s".formatted(jvm.pid(), e),
                            e);
            case RuntimeException e -> throw e;
            case null, default -> throw new IllegalStateException(thrown);
        };
    }

    /// Whether the other process could not write, in the words it has for that.
    private static boolean isOfItsFile(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.startsWith("heap dump failed") || message.startsWith("report failed");
    }

    private HeapProblem.Closed closed() {
        return new HeapProblem.Closed(
                "heap %s of process %d was closed".formatted(name, jvm.pid()));
    }
}
