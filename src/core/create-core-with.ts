import type { FormConsentInput, FormFieldInput } from '../protocol/form.ts';
import type { FormStep } from '../protocol/form-steps.ts';
import type { MessagePage } from '../protocol/service/frames.ts';
import type { Chat } from './chat.ts';
import type { CreateConnection } from './connection/connection.ts';
import { createLateConnection } from './connection/late-connection.ts';
import type { WebSocketConnectionDeps } from './connection/web-socket-connection.ts';
import { createChat } from './create-chat.ts';
import type { ChatContext, EncodeMessage } from './effects/chat-context.ts';
import { type Environment, readEnvironment } from './environment.ts';
import type { createGateway, createLeads, LeadTarget } from './leads/create-leads.ts';
import type { StorageConsent, StorageOption } from './state/conversation.ts';
import type { ReduceCall } from './state/reduce.ts';

export type CoreOptions = {
  /** UUID of the flow that the chat runs. */
  flowId: string;
  /** The WebSocket host of the service: `wss://host`. */
  wssUrl: string;
  /** The proxy that takes leads, if you have one: an absolute URL, or a path on the page's own site. */
  proxyUrl?: string | undefined;
  /** The host for session initialization from the browser. Set it if you have no proxy and want leads by name. */
  hooksUrl?: string | undefined;
  /** The name of the proxy's form. @default "default" */
  form?: string | undefined;
  /** The form's fields. @default phone, first name, last name, email */
  fields?: readonly FormFieldInput[] | undefined;
  /** Asks the fields in steps, `[{ title, fields: ['reason'] }]`. @default all at once */
  steps?: readonly FormStep[] | undefined;
  /** The consent that the form asks for. @default null */
  consent?: FormConsentInput | null | undefined;
  /** The country of phone numbers without `+`; ISO 3166-1 alpha-2. */
  defaultCountry?: string | undefined;
  /** Whether the chat asks for a lead first, or `later`, when showForm() or `askAfter` shows the form. @default "required" with a proxy or hooksUrl, else "off" */
  leadForm?: 'required' | 'optional' | 'later' | 'off' | undefined;
  /** With `leadForm` `later` or `optional`: shows the form in the conversation after this many answers of the agent, once a visit. */
  askAfter?: { answers: number } | undefined;
  /** What follows a lead. Called for each, because it may depend on opening hours. `thanks`: no chat. @default () => 'chat' */
  afterLead?: (() => 'chat' | 'thanks') | undefined;
  /** Where the conversation is stored, so that it can be resumed. @default "local" */
  storage?: StorageOption | undefined;
  /** Whether anything may be stored in the browser. @default "granted" */
  storageConsent?: StorageConsent | undefined;
  /** How long a conversation can be resumed, in days. @default 30 */
  resumeDays?: number | undefined;
  /** Encodes a visitor's message as a socket frame. @default {"type":"message","content":text} */
  encodeMessage?: EncodeMessage | undefined;
  /** The page that the visitor is on. It is kept with each message, for `encodeMessage`. @default no page is kept */
  page?: (() => MessagePage | undefined) | undefined;
  /** Whether the chat opens and closes by itself, as a part of its page, and not with those of other tabs. Called each time. @default () => false */
  staysOpen?: (() => boolean) | undefined;
  /** Replaces parts of the browser, in tests or outside a browser. */
  environment?: Partial<Environment> | undefined;
};

/** The code for leads, which an anonymous chat does not need. */
export type LeadsModule = {
  createLeads: typeof createLeads;
  createGateway: typeof createGateway;
  reduceCall: ReduceCall;
};

/** What connects a chat to the service. */
export type Connect = (deps: WebSocketConnectionDeps) => CreateConnection;

/** Loads the code of the connection behind what the visitor sees first. */
export function connectLate(load: () => Promise<{ createWebSocketConnection: Connect }>): Connect {
  return (deps) =>
    createLateConnection({
      ...deps,
      load: async () => (await load()).createWebSocketConnection(deps),
    });
}

/** Like createCore(), with its parts as parameters. The code for leads is undefined for a chat without leads. */
export function createCoreWith(options: CoreOptions, leadsModule: LeadsModule | undefined, connect: Connect): Chat {
  const environment = readEnvironment(options.environment);
  const { flowId, consent = null } = options;
  const leadTarget = readLeadTarget(options);
  const { leadForm = leadTarget === undefined ? 'off' : 'required' } = options;
  const chatOptions = {
    flowId,
    form: options.form ?? 'default',
    // Repeats the defaults of the schemas: parsing with them would add their code to the bundle.
    fields: options.fields?.map(({ type = 'text', required = false, ...field }) => ({ type, required, ...field })),
    consent: consent && { ...consent, required: consent.required ?? true },
    steps: options.steps,
    defaultCountry: options.defaultCountry,
    leadForm,
    // A required form has come before the chat.
    askAfter: leadForm === 'required' ? undefined : options.askAfter,
    afterLead: () => readAfterLead(options, environment),
    storage: options.storage ?? 'local',
    storageConsent: options.storageConsent ?? 'granted',
    resumeDays: options.resumeDays ?? 30,
    encodeMessage: options.encodeMessage,
    page: options.page,
    staysOpen: options.staysOpen,
  } as const;
  const chatEnvironment = {
    ...environment,
    storages: { local: environment.localStorage, session: environment.sessionStorage },
    createConnection: connect({ ...environment, wssUrl: options.wssUrl, webSocket: environment.WebSocket }),
  };
  const leadsFactory = leadsModule &&
    leadTarget && {
      reduceCall: leadsModule.reduceCall,
      create(context: ChatContext) {
        return leadsModule.createLeads(context, leadsModule.createGateway(leadTarget, context, environment));
      },
    };
  return createChat(chatOptions, chatEnvironment, leadsFactory);
}

/** Undefined for a chat without leads. */
function readLeadTarget({ proxyUrl, hooksUrl }: CoreOptions): LeadTarget | undefined {
  if (proxyUrl !== undefined) return { proxyUrl };
  return hooksUrl === undefined ? undefined : { hooksUrl };
}

/** A function of the page that throws must not lose a lead. */
function readAfterLead({ afterLead }: CoreOptions, { reportError }: Environment): 'chat' | 'thanks' {
  try {
    return afterLead?.() ?? 'chat';
  } catch (error) {
    reportError(error);
    return 'chat';
  }
}
