// SPDX-License-Identifier: Apache-2.0
package coex.observe.flight;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Relational;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Ties together the events of one cycle of a heap.
@MetadataDefinition
@Relational
@Label("Coex Cycle")
@Description("Number of a cycle within its heap")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface CycleId {}
