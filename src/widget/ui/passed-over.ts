import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { VNode } from 'preact';

/**
 * A component that is drawn anew only when one of its props, or a signal that it reads, has changed: else it gives the very
 * same node, which the renderer passes over with all that is in it. So what is in it may read no signals but these.
 */
export function passedOver<Props extends object>(draw: (props: Props) => VNode): (props: Props) => VNode {
  let known: unknown[] = [];
  let drawn: ReadonlySignal<VNode> | undefined;
  return (props) => {
    const given = Object.values(props);
    if (drawn === undefined || given.some((one, index) => one !== known[index])) drawn = computed(() => draw(props));
    known = given;
    return drawn.value;
  };
}
