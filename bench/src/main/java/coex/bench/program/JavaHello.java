package coex.bench.program;

/// What the start of a Coex program is compared with.
public final class JavaHello {

    private JavaHello() {}

    public static void main(String[] arguments) {
        System.out.println("Hello, world");
    }
}
