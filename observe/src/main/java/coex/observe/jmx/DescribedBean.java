// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.HeapUsageException;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ReflectionException;
import javax.management.StandardEmitterMBean;

/// An MXBean that shows the [Description]s of its interface, and whose exceptions every tool can
/// read: those of our own classes become ones of the JDK with the same message.
final class DescribedBean extends StandardEmitterMBean {

    private final Class<?> type;

    <T> DescribedBean(T bean, Class<T> type, Emitter emitter) {
        super(bean, type, true, emitter);
        this.type = type;
    }

    // Exceptions

    @Override
    public Object invoke(String operation, Object[] arguments, String[] signature)
            throws MBeanException, ReflectionException {
        try {
            return super.invoke(operation, arguments, signature);
        } catch (RuntimeException | Error e) {
            throw readable(e);
        }
    }

    @Override
    public Object getAttribute(String attribute)
            throws AttributeNotFoundException, MBeanException, ReflectionException {
        try {
            return super.getAttribute(attribute);
        } catch (RuntimeException | Error e) {
            throw readable(e);
        }
    }

    /// What is checked is declared by an operation, and of the JDK.
    private static RuntimeException readable(Throwable unchecked) {
        if (unchecked instanceof HeapUsageException) {
            return new IllegalArgumentException(unchecked.getMessage());
        }
        boolean ofTheJdk = unchecked.getClass().getName().startsWith("java");
        if (ofTheJdk && unchecked instanceof RuntimeException known) {
            return known;
        }
        String message = unchecked.getMessage();
        return new IllegalStateException(message == null ? unchecked.toString() : message);
    }

    // Descriptions

    @Override
    protected String getDescription(MBeanInfo info) {
        return type.getAnnotation(Description.class).value();
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        return method((attribute.isIs() ? "is" : "get") + attribute.getName())
                .map(getter -> getter.getAnnotation(Description.class))
                .map(Description::value)
                .orElse(attribute.getName());
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation) {
        return method(operation.getName())
                .map(described -> described.getAnnotation(Description.class))
                .map(Description::value)
                .orElse(operation.getName());
    }

    @Override
    protected String getDescription(
            MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return parameter(operation, sequence)
                .map(Description::value)
                .orElse(parameter.getDescription());
    }

    @Override
    protected String getParameterName(
            MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return parameter(operation, sequence).map(Description::name).orElse(parameter.getName());
    }

    private Optional<Description> parameter(MBeanOperationInfo operation, int sequence) {
        return method(operation.getName())
                .map(described -> described.getParameters()[sequence])
                .map(parameter -> parameter.getAnnotation(Description.class));
    }

    /// No name is overloaded in our interfaces.
    private Optional<Method> method(String name) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst();
    }
}
