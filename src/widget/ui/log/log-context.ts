import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import type { FormatterState } from '../markdown/use-formatter.ts';
import { useRequired } from '../use-required.ts';
import type { DateFormat } from './date-format.ts';

/** What all messages of a log share. */
export type LogContextValue = {
  dates: ReadonlySignal<DateFormat>;
  /** Renders formatted texts. */
  formatter: ReadonlySignal<FormatterState>;
};

export const LogContext = createContext<LogContextValue | null>(null);

export const useLog = () => useRequired(LogContext);
