// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a tool shows beside a bean, an attribute, an operation or a parameter.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER})
public @interface Description {

    String value();

    /// Of a parameter.
    String name() default "";
}
