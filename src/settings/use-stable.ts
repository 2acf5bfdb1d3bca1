import { type Inputs, useMemo } from 'preact/hooks';
import { stableComputed } from './stable-computed.ts';

/** What a component shows of the settings. Only a change of this draws it again, and not each key that somebody types. */
export function useStable<Value>(compute: () => Value, inputs: Inputs): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever calls it lists them
  return useMemo(() => stableComputed(compute), inputs).value;
}
