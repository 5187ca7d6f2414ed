package coex.runtime.call;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// If the method gives a handle, it is 0 or that of something which its first operand refers to and
/// will always refer to. Generated code does not root it while it keeps the operand alive.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface GivesPart {}
