package coex.runtime.call;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// There is no safepoint in the method: no poll, no allocation, no making room, no waiting.
/// Generated code keeps handles in nothing but its variables across a call, and addresses too.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Quiet {

    /// Whether it takes the same short time for all values. Loops poll less often than in every
    /// round if they call nothing else.
    boolean brief() default false;
}
