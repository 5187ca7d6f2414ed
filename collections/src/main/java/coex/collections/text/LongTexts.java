// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import static coex.collections.value.Pause.STEP_BYTES;

import coex.collections.value.Pause;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Goes through texts in steps, with a pause between two. Texts are resolved anew for every step: a
/// pause may be a safepoint.
///
/// What is written in more than one step has blocks of its own, since a step is longer than any
/// object that shares its block; so it does not move although it is sealed.
final class LongTexts {

    private LongTexts() {}

    /// Copies all of a string into an object, from `offset` bytes behind its address on. Both are
    /// rooted, and nobody reads the target yet.
    static void copy(
            MutatorContext mutator, Strings strings, long source, long target, long offset) {
        copy(mutator, strings, source, 0, target, offset, strings.byteLength(mutator, source));
    }

    /// The same of `bytes` bytes from a position on.
    static void copy(
            MutatorContext mutator,
            Strings strings,
            long source,
            long position,
            long target,
            long offset,
            int bytes) {
        for (long done = 0; done < bytes; done += STEP_BYTES) {
            Memory.copy(
                    strings.text(mutator, source) + position + done,
                    mutator.address(target) + offset + done,
                    Math.min(STEP_BYTES, bytes - done));
            Pause.POLL.between(mutator);
        }
    }

    static void copyIn(
            MutatorContext mutator, byte[] source, int from, long target, int offset, int bytes) {
        for (long done = 0; done < bytes; done += STEP_BYTES) {
            int step = (int) Math.min(STEP_BYTES, bytes - done);
            long to = mutator.address(target) + offset + done;
            Memory.copyIn(source, from + (int) done, to, step);
            Pause.POLL.between(mutator);
        }
    }

    static void copyOut(
            MutatorContext mutator,
            Strings strings,
            long string,
            int position,
            byte[] target,
            int at,
            int bytes) {
        for (long done = 0; done < bytes; done += STEP_BYTES) {
            int step = (int) Math.min(STEP_BYTES, bytes - done);
            long from = strings.text(mutator, string) + position + done;
            Memory.copyOut(from, target, at + (int) done, step);
            Pause.POLL.between(mutator);
        }
    }

    static int codePoints(
            MutatorContext mutator, Strings strings, long string, int bytes, Pause pause) {
        int points = 0;
        for (long done = 0; done < bytes; done += STEP_BYTES) {
            int step = (int) Math.min(STEP_BYTES, bytes - done);
            points += Utf8.codePoints(strings.text(mutator, string) + done, step);
            pause.between(mutator);
        }
        return points;
    }

    /// The first place, at or after `from`, where two texts differ that have `bytes` bytes from
    /// `position` and from 0 on; -1 if they are equal.
    static int mismatch(
            MutatorContext mutator,
            Strings strings,
            long first,
            int position,
            long second,
            int from,
            int bytes,
            Pause pause) {
        for (long done = from; done < bytes; done += STEP_BYTES) {
            long found =
                    Memory.mismatch(
                            strings.text(mutator, first) + position + done,
                            strings.text(mutator, second) + done,
                            Math.min(STEP_BYTES, bytes - done));
            if (found >= 0) {
                return (int) (done + found);
            }
            pause.between(mutator);
        }
        return -1;
    }

    /// Where `sought` begins first at or after `from`, or -1.
    static int indexOf(
            MutatorContext mutator,
            Strings strings,
            long string,
            long sought,
            int from,
            Pause pause) {
        int bytes = strings.byteLength(mutator, string);
        int soughtBytes = strings.byteLength(mutator, sought);
        int head = Math.min(soughtBytes, STEP_BYTES);
        int found =
                Utf8.indexOf(
                        strings.text(mutator, string),
                        bytes - (soughtBytes - head),
                        strings.text(mutator, sought),
                        head,
                        from,
                        STEP_BYTES);
        while (found != -1) {
            int next;
            if (found < -1) {
                next = Utf8.NOT_YET - found;
                pause.between(mutator);
            } else if (mismatch(mutator, strings, string, found, sought, head, soughtBytes, pause)
                    < 0) {
                return found;
            } else {
                next = found + 1;
            }
            found =
                    Utf8.indexOf(
                            strings.text(mutator, string),
                            bytes - (soughtBytes - head),
                            strings.text(mutator, sought),
                            head,
                            next,
                            STEP_BYTES);
        }
        return -1;
    }
}
