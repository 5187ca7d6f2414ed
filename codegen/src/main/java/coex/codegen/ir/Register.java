package coex.codegen.ir;

/// A place for a value in a routine: as many as are needed, each written any number of times.
///
/// @param number counted from 0 in its routine
/// @param name of the variable of the program it stands for, or empty
public record Register(int number, Kind kind, String name) {

    @Override
    public String toString() {
        return "%" + kind.letter() + number + (name.isEmpty() ? "" : "." + name);
    }
}
