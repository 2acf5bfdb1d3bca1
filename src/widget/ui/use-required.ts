import type { Context } from 'preact';
import { useContext } from 'preact/hooks';

/** What the provider above gives. A component outside of it is a mistake. */
export function useRequired<Value>(context: Context<Value | null>): Value {
  const value = useContext(context);
  if (value === null) throw new Error('[leadchat] a component is outside the provider that it needs');
  return value;
}
