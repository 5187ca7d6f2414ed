package coex.bench.language;

import coex.bench.jvm.Figures;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;

import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Compiles a [GeneratedSource] several times. Reports lines per second of the first time as
/// `cold`, and of the last as `warm`.
public final class CompileSpeed {

    private CompileSpeed() {}

    /// Arguments: `coex` or `java`, how many lines, and how many times.
    static void main(String[] args) {
        int lines = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[2]);
        boolean isCoex = args[0].equals("coex");
        String text = isCoex ? GeneratedSource.coex(lines) : GeneratedSource.java(lines);
        double count = text.lines().count();
        double[] speeds = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            if (isCoex) {
                CoexProgram.compile(text);
            } else {
                compileJava(text);
            }
            speeds[round] = count / ((System.nanoTime() - start) / 1e9);
        }
        Figures.print("cold", speeds[0]);
        Figures.print("warm", speeds[rounds - 1]);
    }

    private static void compileJava(String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var source =
                new SimpleJavaFileObject(
                        URI.create("string:///Generated.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoresErrors) {
                        return text;
                    }
                };
        var files = new InMemory(compiler.getStandardFileManager(null, null, null));
        boolean isDone =
                compiler.getTask(null, files, null, List.of("-g"), null, List.of(source)).call();
        if (!isDone) {
            throw new IllegalStateException("javac refuses the program");
        }
    }

    /// Keeps class files nowhere.
    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        InMemory(JavaFileManager given) {
            super(given);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream();
                }
            };
        }
    }
}
