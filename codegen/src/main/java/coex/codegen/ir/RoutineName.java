package coex.codegen.ir;

/// Names a routine: the class it goes into, and the name of its method there.
public record RoutineName(String className, String method) {

    @Override
    public String toString() {
        return className + "." + method;
    }
}
