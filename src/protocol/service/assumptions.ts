import * as z from 'zod/mini';

/**
 * Everything that leadchat assumes where the service API is silent. `assumptions` in the proxy's configuration
 * overrides the values; `assumptionNotes` explains them.
 */
export const assumptionsSchema = z.strictObject({
  /** Remove Tag: names of the query parameters. @default `lead_id` and `tag` */
  removeTagParameters: z._default(z.strictObject({ leadId: z.string(), tag: z.string() }), {
    leadId: 'lead_id',
    tag: 'tag',
  }),
  /** Get Call Details: name of the query parameter. @default `call_id` */
  callDetailsParameter: z._default(z.string(), 'call_id'),
  /** Which 2xx statuses mean success; an empty list means all of them. @default [] */
  successStatuses: z._default(z.array(z.int()), []),
  /** Get Lead: statuses of "lead not found". @default [404] */
  leadNotFoundStatuses: z._default(z.array(z.int()), [404]),
  /** Update Lead, Add Tag, Remove Tag: statuses of "lead not found". @default [404] */
  changedLeadNotFoundStatuses: z._default(z.array(z.int()), [404]),
  /** Every endpoint: statuses that say that the journey, the call or another target does not exist. @default [404, 410] */
  targetNotFoundStatuses: z._default(z.array(z.int()), [404, 410]),
  /** Send to Workflow: what a success with `workflow_assigned: false` means: nobody knows (`unknown`), `enrolled`, or `not-enrolled`. @default `unknown` */
  unassignedMeans: z._default(z.enum(['unknown', 'enrolled', 'not-enrolled']), 'unknown'),
  /** Call record: which values of `answered_by` mean that somebody answered; an empty list means any value. @default [] */
  answeredByValues: z._default(z.array(z.string()), []),
  /** Get Lead: whether it returns all custom fields that have a value. If not, those of a lead on file are left alone. @default false */
  getLeadReturnsCustomFields: z._default(z.boolean(), false),
  /** Add Tag: whether adding a tag again changes nothing, so that the step may be repeated. @default true */
  tagsAreASet: z._default(z.boolean(), true),
  /** Webchat connection: where sockets go: `configured` is the configured host, `session` is `wss_test_url` and `flow_port` of the session. @default `configured` */
  socketHost: z._default(z.enum(['configured', 'session']), 'configured'),
  /** Whether webchat session initialization gets the API key. Off, because browsers without a proxy call it too. @default false */
  keyForSessions: z._default(z.boolean(), false),
  /** Create Lead: number of digits of a phone "without country code". @default 10 */
  nationalNumberLength: z._default(z.int().check(z.minimum(1)), 10),
  /** Create Lead, Send to Workflow: whether `record` takes custom fields. @default true */
  recordTakesCustomFields: z._default(z.boolean(), true),
  /** Update Lead: whether it takes more fields than email and company. @default true */
  updateTakesAnyField: z._default(z.boolean(), true),
  /** Initiate Call: whether a call needs both agent and phone. @default true */
  callNeedsAgentAndPhone: z._default(z.boolean(), true),
});
export type Assumptions = z.output<typeof assumptionsSchema>;
export type AssumptionsInput = z.input<typeof assumptionsSchema>;

export const defaultAssumptions: Assumptions = assumptionsSchema.parse({});

export type AssumptionName = keyof Assumptions | FixedAssumption;

/** Assumptions without a setting. The widget's `messageFrame` and `encodeMessage` cover the first; for the others, leadchat handles both cases. */
export type FixedAssumption =
  | 'clientFrame'
  | 'historyOnResume'
  | 'sessionFrameFirst'
  | 'refusedSession'
  | 'frameTimes'
  | 'socketAuthentication'
  | 'openCallRecord';

export type AssumptionNote = {
  /** Heading in docs/service-api.md. */
  section: string;
  /** What the service API does not specify. */
  open: string;
  choice: string;
};

export const assumptionNotes: Record<AssumptionName, AssumptionNote> = {
  removeTagParameters: {
    section: 'Remove Tag',
    open: 'names of the query parameters',
    choice: '`lead_id` and `tag`, as in the body of Add Tag',
  },
  callDetailsParameter: {
    section: 'Get Call Details',
    open: 'name of the query parameter',
    choice: '`call_id`, as in the response of Initiate Call',
  },
  successStatuses: { section: 'Errors', open: 'status codes where none is listed', choice: 'every 2xx is success' },
  leadNotFoundStatuses: {
    section: 'Get Lead',
    open: 'status of "lead not found"',
    choice: '404; a 400 whose message says so does not count',
  },
  changedLeadNotFoundStatuses: {
    section: 'Update Lead',
    open: 'status when the lead does not exist, also for a tag',
    choice: '404, as for Get Lead; the lead is then created again, once, but not for a tag or a rating',
  },
  targetNotFoundStatuses: {
    section: 'Errors',
    open: 'status of a journey, an agent or a call that does not exist, where none is listed',
    choice: '404 and 410; the step is then dead, and waits for the operator',
  },
  unassignedMeans: {
    section: 'Send to Workflow',
    open: 'what a success with `workflow_assigned: false` means',
    choice: 'nobody knows: a success enrolls, so the lead is `unknown` and is not enrolled again by itself',
  },
  answeredByValues: {
    section: 'Call record',
    open: 'values of `answered_by` besides `human`',
    choice: 'any value means that somebody answered',
  },
  getLeadReturnsCustomFields: {
    section: 'Get Lead',
    open: 'whether custom fields are returned',
    choice:
      'they may be missing, so a custom field of a lead on file is only filled when Get Lead shows that it is blank',
  },
  tagsAreASet: {
    section: 'Tag',
    open: 'how duplicate tags are treated',
    choice: 'a tag that is added twice is one tag, so adding may be repeated',
  },
  socketHost: {
    section: 'Webchat session',
    open: 'host of the WebSocket for a session from session initialization',
    choice: '{wss_url} of the configuration, as for anonymous conversations',
  },
  keyForSessions: {
    section: 'Authentication',
    open: 'authentication of session initialization',
    choice: 'none; the key is not sent to a host that may not need it',
  },
  nationalNumberLength: {
    section: 'Create Lead',
    open: 'what counts as a phone without country code',
    choice:
      'ten digits. leadchat always sends a country code; where the service changes such a number all the same, the lead becomes `unknown`, or `dead` if the other number is on file, and the log says `phone-changed`',
  },
  recordTakesCustomFields: {
    section: 'Create Lead',
    open: 'further fields of `record`',
    choice: 'it takes all fields of a lead and custom fields',
  },
  updateTakesAnyField: {
    section: 'Update Lead',
    open: 'further fields that can be updated',
    choice: 'names and custom fields can be updated like email and company',
  },
  callNeedsAgentAndPhone: {
    section: 'Initiate Call',
    open: 'which of agent and phone are required',
    choice: 'both',
  },
  clientFrame: {
    section: 'Frames',
    open: 'frames that the client sends',
    choice:
      '`{"type":"message","content":text}`, like the message frame; `messageFrame` and `encodeMessage` replace it',
  },
  historyOnResume: {
    section: 'Webchat connection',
    open: 'whether a resumed conversation repeats its messages',
    choice: 'either; a message with a known id is not shown twice',
  },
  sessionFrameFirst: {
    section: 'Frames',
    open: 'whether a resumed connection starts with a session frame too',
    choice: 'it does, with the same session_id; another session_id means a new conversation',
  },
  refusedSession: {
    section: 'Webchat connection',
    open: 'how an expired session is refused',
    choice: 'by a close with 1008 or 4400-4499, by a refused handshake, or by a session frame with another id',
  },
  frameTimes: {
    section: 'Frames',
    open: 'when a message was written',
    choice: 'frames carry no time; the time of arrival counts',
  },
  socketAuthentication: {
    section: 'Authentication',
    open: 'authentication of the WebSocket',
    choice: 'none besides the session id, which is kept out of events and logs like a password',
  },
  openCallRecord: {
    section: 'Call record',
    open: 'record of a call that has not ended',
    choice: 'no call_end and no disposition; answered_by appears when somebody answers',
  },
};
