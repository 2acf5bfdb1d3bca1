import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Formatter } from '../markdown/use-formatter.ts';
import type { Lazy } from '../use-lazy.ts';
import type { DateFormat } from './date-format.ts';

/** What all messages of a log share. */
export type LogContextValue = {
  dates: ReadonlySignal<DateFormat>;
  /** Renders formatted texts. */
  formatter: ReadonlySignal<Lazy<Formatter>>;
};

export const LogContext = createContext<LogContextValue | null>(null);

export function useLog(): LogContextValue {
  const value = useContext(LogContext);
  if (value === null) throw new Error('[leadchat] useLog() needs a LogContext.Provider above it');
  return value;
}
