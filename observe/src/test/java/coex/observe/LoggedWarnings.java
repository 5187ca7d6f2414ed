package coex.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What loggers are told while this is open.
final class LoggedWarnings extends Handler implements AutoCloseable {

    private final List<Logger> loggers = new ArrayList<>();
    private final List<String> messages = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch first = new CountDownLatch(1);

    LoggedWarnings(String... names) {
        for (String name : names) {
            listenTo(Logger.getLogger(name));
        }
    }

    LoggedWarnings(Logger logger) {
        listenTo(logger);
    }

    private void listenTo(Logger logger) {
        logger.addHandler(this);
        loggers.add(logger);
    }

    List<String> messages() {
        return List.copyOf(messages);
    }

    void awaitFirst() throws InterruptedException {
        first.await();
    }

    @Override
    public void publish(LogRecord record) {
        messages.add(record.getMessage());
        first.countDown();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        loggers.forEach(logger -> logger.removeHandler(this));
    }
}
