package coex.runtime.task;

/// What a place of a program says of the task it starts; made anew for each.
///
/// @param name of the task's function
/// @param place where it is started, for reports: `main (bank.coex:12)`
/// @param result the kind of its result, a letter as in the names of dispatching methods
/// @param outlivesLoop whether it is joined at the end of its function only
public record TaskStart(String name, String place, char result, boolean outlivesLoop) {

    boolean hasReference() {
        return result == 'h';
    }
}
