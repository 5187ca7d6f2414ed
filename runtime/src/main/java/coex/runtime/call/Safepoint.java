package coex.runtime.call;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A collection may begin in the method, and objects may move. It keeps alive what it is given as
/// long as it needs it; generated code has rooted whatever else it will use.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Safepoint {}
