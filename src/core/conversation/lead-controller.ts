import type { Clock } from '../../clock.ts';
import type { FormConsent, FormField } from '../../protocol/index.ts';
import type { Emitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import type { LeadForm } from './lead-form-model.ts';
import type { ChatSignals } from './signals.ts';
import type { Command } from './tab-message.ts';

/** What the form is made of. */
export type LeadFormOptions = {
  form: string;
  /** Undefined: phone, first name, last name, email. */
  fields: readonly FormField[] | undefined;
  consentText: FormConsent | null;
  defaultCountry: string | undefined;
  leadForm: 'required' | 'optional' | 'off';
};

/** What the chat gives its lead side. */
export type LeadControllerDeps = {
  options: LeadFormOptions;
  signals: Pick<ChatSignals, 'lead' | 'callback' | 'notice' | 'messages'>;
  emitter: Emitter<ChatEvents>;
  clock: Clock;
  /** Starts the chat, which the first lead may do. */
  start(): void;
  run(command: Command): void;
};

/** The part of a chat that asks for a lead and brings it on its way. An anonymous chat has none, and loads none of it. */
export interface LeadController {
  /** Null: leads of earlier pages are sent, and none is asked for. */
  readonly form: (LeadForm & { reset(): void; clear(): void }) | null;
  /** Whether a lead waits in this browser. */
  hasQueued(): boolean;
  /** Goes on with what earlier pages left: leads to be sent, and a call-back to be followed. */
  flush(): void;
  /** A new session for an accepted lead; null when none can be had. */
  openSession(lead: string): Promise<string | null>;
  requestCall(): void;
  setKept(allowed: boolean): void;
  /** Gives up the leads that wait, and what is remembered of a call-back. */
  forget(): void;
  destroy(): void;
}

export type CreateLeadController = (parts: LeadControllerDeps) => LeadController;
