package coex.runtime.call;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The method neither keeps nor gives back the list object that it is given, nor anything that
/// changes if the object does. Who owned the object before the call owns it after.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnlyLooks {}
