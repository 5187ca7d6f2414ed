package coex.cli.test;

import coex.cli.program.Reports;
import coex.runtime.launch.BadOptionException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/// The tests of several files.
///
/// @param tests in the order of the files and of their texts
/// @param broken the files that have mistakes, which have been reported
/// @param files how many were looked at
record TestSuite(List<TestCase> tests, List<String> broken, List<String> notes, int files) {

    /// Told of each result, in the order of the tests.
    interface Listener {
        void ended(TestResult result);

        void allEnded(List<TestResult> results, List<String> broken);
    }

    static TestSuite compile(
            List<String> files,
            Predicate<String> isWanted,
            Imports imports,
            Optional<LineCoverage> coverage,
            Reports reports)
            throws InterruptedException {
        var tests = new ArrayList<TestCase>();
        var broken = new ArrayList<String>();
        var notes = new ArrayList<String>();
        for (String name : files) {
            TestFile file = TestFile.compile(name, isWanted, imports, coverage, reports);
            tests.addAll(file.tests());
            notes.addAll(file.notes());
            if (file.isBroken()) {
                broken.add(name);
            }
        }
        return new TestSuite(tests, broken, notes, files.size());
    }

    /// Runs all of them, at most `jobs` at the same time.
    List<TestResult> run(TestRun run, int jobs, Listener listener)
            throws InterruptedException, BadOptionException {
        var results = new ArrayList<TestResult>();
        try (var workers =
                Executors.newFixedThreadPool(
                        jobs, Thread.ofPlatform().name("coex test ", 1).daemon().factory())) {
            List<Future<TestResult>> futures = new ArrayList<>();
            tests.forEach(test -> futures.add(workers.submit(() -> run.run(test))));
            try {
                for (Future<TestResult> future : futures) {
                    TestResult result = future.get();
                    listener.ended(result);
                    results.add(result);
                }
            } catch (ExecutionException e) {
                throw unwrapped(e.getCause());
            } finally {
                workers.shutdownNow(); // after all have ended, or one could not be run at all
            }
        }
        listener.allEnded(results, broken);
        return results;
    }

    private static RuntimeException unwrapped(Throwable cause) throws BadOptionException {
        if (cause instanceof BadOptionException e) {
            throw e;
        }
        if (cause instanceof RuntimeException e) {
            return e;
        }
        return new IllegalStateException(cause);
    }
}
