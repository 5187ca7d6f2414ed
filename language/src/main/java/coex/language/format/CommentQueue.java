package coex.language.format;

import coex.language.syntax.Comment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The comments of a source that are not printed yet, in the order of the text.
final class CommentQueue {

    private final TreeSet<Comment> comments =
            new TreeSet<>(Comparator.comparingInt((Comment comment) -> comment.span().start()));

    CommentQueue(List<Comment> comments) {
        this.comments.addAll(comments);
    }

    Optional<Comment> next() {
        return comments.isEmpty() ? Optional.empty() : Optional.of(comments.first());
    }

    void removeNext() {
        comments.removeFirst();
    }

    /// Takes those between two places out.
    List<Comment> take(int from, int to) {
        var found = new ArrayList<Comment>();
        for (Comment comment : comments) {
            if (comment.span().start() >= to) {
                break;
            }
            if (comment.span().start() > from) {
                found.add(comment);
            }
        }
        found.forEach(comments::remove);
        return found;
    }
}
