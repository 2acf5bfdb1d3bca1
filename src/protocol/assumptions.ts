import * as z from 'zod/mini';

/**
 * Everything that the interface leaves open ("not shown") and that we had to choose, in one place. The keys of
 * `assumptions` in the proxy's configuration override the values; `assumptionNotes` explains each.
 */
export const assumptionsSchema = z.strictObject({
  /** 4.6: names of Remove Tag's query parameters. @default `lead_id` and `tag` */
  removeTagParameters: z._default(z.strictObject({ leadId: z.string(), tag: z.string() }), {
    leadId: 'lead_id',
    tag: 'tag',
  }),
  /** 4.9: name of Get Call Details' query parameter. @default `call_id` */
  callDetailsParameter: z._default(z.string(), 'call_id'),
  /** 4: which statuses of a 2xx answer mean success. @default [], which is all of them */
  successStatuses: z._default(z.array(z.int()), []),
  /** 4.4, 7: status of "lead not found". @default [404] */
  leadNotFoundStatuses: z._default(z.array(z.int()), [404]),
  /** 2.3: whether adding a tag that a lead has leaves one tag, so that the step may be repeated. @default true */
  tagsAreASet: z._default(z.boolean(), true),
  /** 4.10, 4.11: which host sockets go to: the configured one, or `wss_test_url` and `flow_port` of the session. @default `configured` */
  socketHost: z._default(z.enum(['configured', 'session']), 'configured'),
  /** 5: whether session initialization gets the API key. Off, since browsers without a proxy can call it too. @default false */
  keyForSessions: z._default(z.boolean(), false),
  /** 2.1, 4.2: digits of a number "without country code". @default 10 */
  nationalNumberLength: z._default(z.int().check(z.minimum(1)), 10),
  /** 4.2, 4.7, 4.8: whether `record` takes further fields, custom fields among them. @default true */
  recordTakesCustomFields: z._default(z.boolean(), true),
  /** 4.3: whether Update Lead takes further fields than email and company. @default true */
  updateTakesAnyField: z._default(z.boolean(), true),
  /** 4.1: whether a call needs both agent and phone. @default true */
  callNeedsAgentAndPhone: z._default(z.boolean(), true),
});
export type Assumptions = z.output<typeof assumptionsSchema>;
export type AssumptionsInput = z.input<typeof assumptionsSchema>;

export const defaultAssumptions: Assumptions = assumptionsSchema.parse({});

export type AssumptionName = keyof Assumptions | FixedAssumption;

/** Choices that no setting of the proxy changes: the widget's `encodeMessage` covers the first, both answers work for the others. */
export type FixedAssumption =
  | 'clientFrame'
  | 'historyOnResume'
  | 'sessionFrameFirst'
  | 'refusedSession'
  | 'frameTimes'
  | 'socketAuthentication'
  | 'openCallRecord';

export type AssumptionNote = { section: string; open: string; choice: string };

export const assumptionNotes: Record<AssumptionName, AssumptionNote> = {
  removeTagParameters: {
    section: '4.6',
    open: 'the names of the query parameters of Remove Tag',
    choice: '`lead_id` and `tag`, as in the body of Add Tag',
  },
  callDetailsParameter: {
    section: '4.9',
    open: 'the name of the query parameter of Get Call Details',
    choice: '`call_id`, as in the answer of Initiate Call',
  },
  successStatuses: { section: '4', open: 'status codes where none is listed', choice: 'every 2xx is success' },
  leadNotFoundStatuses: {
    section: '4.4, 7',
    open: 'the status of "lead not found"',
    choice: '404; a 400 whose message says so is not taken for it',
  },
  tagsAreASet: {
    section: '2.3',
    open: 'how duplicate tags are treated',
    choice: 'a tag that is added twice is one tag, so adding may be repeated',
  },
  socketHost: {
    section: '4.10, 4.11',
    open: 'which host a session from initialization is used at',
    choice: '{wss_url} of the configuration, for anonymous and initialized sessions alike',
  },
  keyForSessions: {
    section: '5',
    open: 'authentication of session initialization',
    choice: 'none: the key is not sent to a host that may not need it',
  },
  nationalNumberLength: {
    section: '2.1, 4.2',
    open: 'what counts as a number without country code',
    choice: 'ten digits; we always send a country code, so the rule never decides over our leads',
  },
  recordTakesCustomFields: {
    section: '4.2, 4.7, 4.8',
    open: 'further fields of `record`',
    choice: 'it takes all of 2.1 and custom fields',
  },
  updateTakesAnyField: {
    section: '4.3',
    open: 'further updatable fields',
    choice: 'names and custom fields can be updated like email and company',
  },
  callNeedsAgentAndPhone: {
    section: '4.1',
    open: 'which of agent and phone are required',
    choice: 'both',
  },
  clientFrame: {
    section: '6',
    open: "the visitor's own frames",
    choice: '`{"type":"message","content":text}`, the mirror of the message frame; `encodeMessage` replaces it',
  },
  historyOnResume: {
    section: '4.11, 6',
    open: 'whether a resumed conversation replays its messages',
    choice: 'both work: frames are told apart by message id',
  },
  sessionFrameFirst: {
    section: '6',
    open: 'whether a resumed conversation begins with a session frame too',
    choice: 'it does, with the same session_id; another session_id means a new conversation',
  },
  refusedSession: {
    section: '4.11',
    open: 'how a session that the service no longer takes is refused',
    choice: 'by a close with 1008 or 4400-4499, by a refused handshake, or by a session frame with another id',
  },
  frameTimes: { section: '6', open: 'when a message was written', choice: 'frames carry no time; the arrival counts' },
  socketAuthentication: {
    section: '5',
    open: 'authentication of the WebSocket',
    choice: 'none besides the session id, which is kept like a password',
  },
  openCallRecord: {
    section: '2.2, 4.9',
    open: 'the record of a call that has not ended',
    choice: 'without call_end and disposition; answered_by appears when somebody answers',
  },
};
