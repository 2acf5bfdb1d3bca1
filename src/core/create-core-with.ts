import type { FormConsentInput, FormFieldInput } from '../protocol/index.ts';
import type { Chat } from './chat.ts';
import { createWebSocketConnection } from './connection/web-socket-connection.ts';
import type { Consent } from './conversation/session-store.ts';
import { createChat } from './create-chat.ts';
import { type Environment, readEnvironment } from './environment.ts';
import type { createLeads } from './leads/create-leads.ts';

export type CoreOptions = {
  /** UUID of the flow that the chat runs. */
  flowId: string;
  /** Where sockets go: `wss://host`. */
  wssUrl: string;
  /** The proxy that takes leads: an absolute URL, or a path of the page's own site. When you have one. */
  proxyUrl?: string | undefined;
  /** Session initialization straight from the browser. When you have no proxy and want leads by name. */
  hooksUrl?: string | undefined;
  /** Which of the proxy's forms. @default "default" */
  form?: string | undefined;
  /** The form's fields. @default phone, first name, last name, email */
  fields?: readonly FormFieldInput[] | undefined;
  /** The consent that the form asks for. @default null */
  consent?: FormConsentInput | null | undefined;
  /** Where a phone number without `+` is dialled from; ISO 3166-1 alpha-2. */
  defaultCountry?: string | undefined;
  /** Whether a lead is asked for before the chat. @default "required" with a proxy or hooksUrl, else "off" */
  leadForm?: 'required' | 'optional' | 'off' | undefined;
  /** What follows a lead; asked for each, because it may depend on opening hours. `thanks`: no chat. @default () => 'chat' */
  afterLead?: (() => 'chat' | 'thanks') | undefined;
  /** Where the conversation is stored for coming back. @default "local" */
  storage?: 'local' | 'session' | 'none' | undefined;
  /** Whether anything may be stored in the browser. @default "granted" */
  keep?: Consent | undefined;
  /** How long a conversation can be resumed, in days. @default 30 */
  resumeDays?: number | undefined;
  /** Encodes a visitor's message as a socket frame. @default {"type":"message","content":text} */
  encodeMessage?: ((text: string) => string) | undefined;
  /** Replaces parts of the browser: in tests, or where there is no browser. */
  environment?: Partial<Environment> | undefined;
};

export type LeadsModule = { createLeads: typeof createLeads };

/** The code for leads: only a chat that has to do with them needs it. */
export function loadLeadsModule(): Promise<LeadsModule> {
  return import('./leads/create-leads.ts');
}

/** The same with the code for leads loaded apart; undefined for a chat that has nothing to do with leads. */
export function createCoreWith(options: CoreOptions, leadsModule: LeadsModule | undefined): Chat {
  const environment = readEnvironment(options.environment);
  const { flowId, proxyUrl, hooksUrl, storage: storageOption = 'local', keep: consent = 'granted' } = options;
  const { consent: formConsent = null } = options;
  const storage = { local: environment.localStorage, session: environment.sessionStorage, none: undefined }[
    storageOption
  ];
  const chatOptions = {
    flowId,
    form: options.form ?? 'default',
    // The defaults of the schemas, which would bring a parser to the browser.
    fields: options.fields?.map(({ type = 'text', required = false, ...field }) => ({ type, required, ...field })),
    consentText: formConsent && { ...formConsent, required: formConsent.required ?? true },
    defaultCountry: options.defaultCountry,
    leadForm: options.leadForm ?? (proxyUrl === undefined && hooksUrl === undefined ? 'off' : 'required'),
    afterLead: options.afterLead ?? (() => 'chat' as const),
    consent,
    resumeDays: options.resumeDays ?? 30,
    encodeMessage: options.encodeMessage,
  } as const;
  return createChat(chatOptions, {
    ...environment,
    createConnection: createWebSocketConnection({
      ...environment,
      wssUrl: options.wssUrl,
      webSocket: environment.WebSocket,
    }),
    createLeads: (deps) =>
      leadsModule?.createLeads({ ...chatOptions, proxyUrl, hooksUrl }, { ...environment, ...deps }),
    storage,
    tabStorage: storageOption === 'none' ? undefined : environment.sessionStorage,
  });
}
