package coex.language.commentary;

/// What the programmer has answered to a note.
public enum Response {
    NONE,

    /// Keep the note as it is, here.
    IGNORE,

    /// Never make this note again.
    OFF
}
