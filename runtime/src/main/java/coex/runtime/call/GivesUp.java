package coex.runtime.call;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// There is no safepoint in the method, but it ends with `SafepointRequested` where it takes long
/// and somebody asks for something. Generated code then roots what it holds and calls the method of
/// the same class whose name has `InSteps` at its end, which takes the same, gives the same, and is
/// a [Safepoint].
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface GivesUp {}
