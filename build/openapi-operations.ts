import { funnelDivisions } from '../src/protocol/admin/funnel.ts';
import { webhookStates } from '../src/protocol/admin/webhooks.ts';
import { callStates } from '../src/protocol/proxy/call-state.ts';
import type { ProxyErrorCode } from '../src/protocol/proxy/errors.ts';
import { leadStates } from '../src/protocol/proxy/lead-state.ts';
import type { SchemaName } from './wire-schemas.ts';

/** One route of the proxy. */
export type Operation = {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  summary: string;
  description?: string;
  security?: 'leadToken' | 'adminToken';
  parameters?: readonly Record<string, unknown>[];
  request?: SchemaName;
  responses: readonly Response[];
  errors: readonly ProxyErrorCode[];
};

type Response = { status: number; description: string; schema?: SchemaName; contentType?: string };

/** The responses that every route with a JSON body can give. */
const bodyErrors = ['bad-json', 'bad-request', 'too-large', 'not-json'] as const;
const pageErrors = ['origin-not-allowed', 'internal', 'store-unavailable'] as const;

const formParameter = {
  name: 'form',
  in: 'query',
  description: 'Name of the form. Default: `default`.',
  schema: { type: 'string' },
};
const unchanged = { status: 304, description: 'Unchanged since the ETag in If-None-Match.' };
const callParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

const idempotencyKey = (use: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: `A UUID, the same one for ${use}.`,
  schema: { type: 'string', format: 'uuid' },
});

const pageOperations: Operation[] = [
  {
    method: 'post',
    path: '/leads',
    summary: 'Stores a lead',
    description:
      'Responds after the lead is stored durably; delivery follows. The same key and body get the same response and store nothing twice.',
    parameters: [idempotencyKey('every retry of this lead')],
    request: 'leadRequest',
    responses: [{ status: 202, description: 'The lead is stored.', schema: 'leadAccepted' }],
    errors: [...bodyErrors, 'unknown-form', 'key-reused', 'rate-limited', ...pageErrors],
  },
  {
    method: 'post',
    path: '/identity',
    summary: 'What a signed visitor’s token says',
    description: 'Stores nothing.',
    request: 'identityRequest',
    responses: [{ status: 200, description: 'The values that the form can use.', schema: 'identityResponse' }],
    errors: [...bodyErrors, 'rate-limited', ...pageErrors],
  },
  {
    method: 'post',
    path: '/sessions',
    summary: 'Opens a chat session for a stored lead',
    request: 'leadReference',
    responses: [{ status: 200, description: 'The session, or null: chat without one.', schema: 'sessionResponse' }],
    errors: [...bodyErrors, 'not-found', 'rate-limited', ...pageErrors],
  },
  {
    method: 'post',
    path: '/calls',
    summary: 'Requests a call-back for a stored lead, now or at a time',
    request: 'callRequest',
    responses: [{ status: 202, description: 'The call is stored.', schema: 'callAccepted' }],
    errors: [...bodyErrors, 'not-found', 'call-not-possible', 'rate-limited', ...pageErrors],
  },
  {
    method: 'get',
    path: '/calls/{id}',
    summary: 'State of a call-back',
    security: 'leadToken',
    parameters: [callParameter],
    responses: [{ status: 200, description: 'Its state.', schema: 'callStatus' }],
    errors: ['unauthorized', 'not-found', 'rate-limited', 'internal', 'store-unavailable'],
  },
  {
    method: 'delete',
    path: '/calls/{id}',
    summary: 'Cancels a planned call-back',
    security: 'leadToken',
    parameters: [callParameter],
    responses: [{ status: 204, description: 'It is cancelled.' }],
    errors: ['unauthorized', 'not-found', 'wrong-state', 'rate-limited', ...pageErrors],
  },
  {
    method: 'post',
    path: '/funnel',
    summary: 'Counts what happened in one page view',
    description:
      'At most 1 KB, as JSON or as `text/plain`, which a page that is left can send without asking first. Names no visitor, and stores counters only.',
    request: 'funnelReport',
    responses: [{ status: 204, description: 'It is counted.' }],
    errors: [...bodyErrors, 'unknown-form', 'rate-limited', ...pageErrors],
  },
  {
    method: 'post',
    path: '/ratings',
    summary: 'Keeps how a visitor found a conversation',
    description:
      'At most 2 KB. Once per conversation: send the same Idempotency-Key for it. With `lead` and `token`, the rating is also written to the lead at the service (`chat_rating`, `chat_rating_comment`).',
    parameters: [idempotencyKey('every request about this conversation')],
    request: 'ratingRequest',
    responses: [{ status: 204, description: 'It is stored.' }],
    errors: [...bodyErrors, 'unknown-form', 'not-found', 'key-reused', 'rate-limited', ...pageErrors],
  },
  {
    method: 'get',
    path: '/config',
    summary: 'Public configuration of a form',
    parameters: [formParameter],
    responses: [{ status: 200, description: 'Nothing secret.', schema: 'publicConfig' }, unchanged],
    errors: ['unknown-form', 'internal'],
  },
];

const script = 'text/javascript; charset=utf-8';

const widgetOperations: Operation[] = [
  {
    method: 'get',
    path: '/leadchat.js',
    summary: 'The widget with the configuration of a form',
    parameters: [formParameter],
    responses: [{ status: 200, description: 'The script.', contentType: script }, unchanged],
    errors: ['unknown-form', 'not-found', 'internal'],
  },
  {
    method: 'get',
    path: '/chat',
    summary: 'The chat as a page of its own, with `hostedChat`',
    parameters: [
      formParameter,
      { name: 'locale', in: 'query', description: 'Language of the page, such as `de`.', schema: { type: 'string' } },
      { name: 'theme', in: 'query', description: '`light`, `dark` or `auto`.', schema: { type: 'string' } },
    ],
    responses: [{ status: 200, description: 'The page.', contentType: 'text/html; charset=utf-8' }],
    errors: ['unknown-form', 'not-found', 'internal'],
  },
  file('/leadchat-{hash}.js', 'The widget without a configuration, to pin with `integrity`', ['hash']),
  file('/panel.js', 'The panel of this build, for scripts of other builds', []),
  file('/integrity.json', 'Hashes of the widget’s modules', [], 'application/json'),
  file('/assets/{name}', 'A module of the widget', ['name']),
];

const operationsOperations: Operation[] = [
  {
    method: 'get',
    path: '/healthz',
    summary: 'Whether the process runs',
    responses: [{ status: 200, description: '`{"status":"ok"}`', contentType: 'application/json' }],
    errors: [],
  },
  {
    method: 'get',
    path: '/readyz',
    summary: 'Whether leads can be stored',
    description:
      'Writes to the store and checks its space; `message` of a 503 is the reason. It stays ready while the service is down; `delivery` says so.',
    responses: [
      { status: 200, description: '`{"status":"ok","delivery":"running"}`', contentType: 'application/json' },
    ],
    errors: ['store-unavailable'],
  },
  {
    method: 'get',
    path: '/metrics',
    summary: 'Figures for Prometheus',
    responses: [{ status: 200, description: 'Prometheus text format.', contentType: 'text/plain' }],
    errors: [],
  },
];

const pageOfAdmin: Operation[] = [
  {
    method: 'get',
    path: '/admin',
    summary: 'The admin dashboard',
    description: 'Nothing below /admin exists while the configuration has neither `adminToken` nor operators.',
    responses: [{ status: 200, description: 'A page without data; it asks for the token.', contentType: 'text/html' }],
    errors: ['not-found'],
  },
  {
    method: 'get',
    path: '/admin/preview',
    summary: 'The frame in which the dashboard shows settings that are not saved yet',
    responses: [{ status: 200, description: 'A page without data.', contentType: 'text/html' }],
    errors: ['not-found'],
  },
  file('/admin/preview.js', 'The script of that frame, which browsers may run without an origin', []),
  file('/admin/{name}.js', 'A script of the dashboard', ['name']),
];

const leadParameter = { name: 'lead', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const limitParameter = {
  name: 'limit',
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
};

const ofLead = {
  name: 'lead',
  in: 'query',
  description: 'Only those of this lead.',
  schema: { type: 'string', format: 'uuid' },
};

/** Of `DELETE /admin/api/blocklist`. */
const unblocked: Response = { status: 204, description: 'It is not blocked any more.' };

/** With `adminSettings: false`. */
const settingsOff: ProxyErrorCode[] = ['not-found'];

const adminOperations: Operation[] = [
  admin('get', '/audit', 'What operators have done, newest first', 'adminAudit', {
    parameters: [
      {
        name: 'lead',
        in: 'query',
        description: 'Only what was done with this lead.',
        schema: { type: 'string', format: 'uuid' },
      },
      { name: 'before', in: 'query', description: '`next` of the page before.', schema: { type: 'string' } },
      limitParameter,
    ],
  }),
  admin('get', '/leads', 'Lists leads, newest first', 'adminLeads', {
    parameters: listing(leadStates),
    errors: ['wrong-state'],
  }),
  admin('post', '/leads/search', 'Searches leads', 'adminLeads', {
    request: 'searchRequest',
    errors: ['wrong-state'],
  }),
  {
    ...admin(
      'post',
      '/leads/csv',
      'Leads as a CSV file for spreadsheets',
      csv('The leads of each filter, newest first.'),
      {
        request: 'csvRequest',
      },
    ),
    description:
      'RFC 4180 in UTF-8 with a byte order mark, of any number of leads. Texts that a spreadsheet would run as a formula begin with an apostrophe.',
  },
  admin('post', '/leads/count', 'How many leads match a filter', 'leadCount', { request: 'countRequest' }),
  admin('post', '/leads/bulk', 'Changes up to 200 leads of a filter', 'bulkResult', {
    request: 'bulkRequest',
    errors: ['wrong-state'],
  }),
  admin('get', '/leads/{lead}', 'One lead with its steps', 'adminLead', {
    parameters: [leadParameter],
    errors: ['not-found'],
  }),
  admin('post', '/leads/{lead}/replay', 'Delivers an unknown or dead lead again', 'adminLead', {
    parameters: [leadParameter],
    errors: ['not-found', 'wrong-state'],
  }),
  admin('post', '/leads/{lead}/release', 'Delivers a held lead', 'adminLead', {
    parameters: [leadParameter],
    request: 'releaseRequest',
    errors: ['not-found', 'wrong-state', 'call-not-possible'],
  }),
  admin('post', '/leads/{lead}/resolve', 'Settles the unknown steps of a lead as done or skipped', 'adminLead', {
    parameters: [leadParameter],
    request: 'resolveRequest',
    errors: ['not-found', 'wrong-state'],
  }),
  admin('post', '/leads/{lead}/correct', 'Corrects values of a lead that is not delivered', 'adminLead', {
    parameters: [leadParameter],
    request: 'correctRequest',
    errors: ['bad-request', 'not-found', 'wrong-state'],
  }),
  admin('post', '/leads/{lead}/close', 'Ends a lead without delivery', 'adminLead', {
    parameters: [leadParameter],
    request: 'closeRequest',
    errors: ['not-found', 'wrong-state'],
  }),
  admin('post', '/leads/{lead}/notes', 'Writes a note about a lead', 'adminLead', {
    parameters: [leadParameter],
    request: 'noteRequest',
    errors: ['not-found', 'wrong-state'],
  }),
  admin('post', '/leads/{lead}/erase', 'Deletes one lead', 'erased', {
    parameters: [leadParameter],
    errors: ['not-found'],
  }),
  admin('post', '/erase', 'Deletes every lead of a phone', 'erased', { request: 'eraseRequest' }),
  admin('get', '/causes', 'Why leads need the operator, most frequent first', 'adminCauses'),
  admin('get', '/calls', 'Lists call-backs, newest first', 'adminCalls', {
    parameters: listing(callStates, [ofLead, ...callScope()]),
    errors: ['wrong-state'],
  }),
  admin(
    'post',
    '/calls/{call}/end',
    'Ends a call that the proxy learns no more about, or cancels a planned one',
    'adminCall',
    {
      parameters: [{ ...leadParameter, name: 'call' }],
      request: 'endCallRequest',
      errors: ['not-found', 'wrong-state'],
    },
  ),
  admin('post', '/calls', 'Calls the person of a lead, now or at a time', 'adminCall', {
    request: 'planCallRequest',
    errors: ['not-found', 'call-not-possible', 'outside-hours'],
  }),
  admin('post', '/calls/{call}/move', 'Plans a planned call for another time', 'adminCall', {
    parameters: [{ ...leadParameter, name: 'call' }],
    request: 'moveCallRequest',
    errors: ['not-found', 'wrong-state', 'call-not-possible', 'outside-hours'],
  }),
  admin('post', '/calls/end-unknown', 'Ends the calls whose outcome is unknown, 200 at a time', 'callsEnded', {
    request: 'endUnknownCallsRequest',
    errors: ['wrong-state'],
  }),
  admin('get', '/blocklist', 'Lists the blocks of numbers that must not be called, newest first', 'blockList'),
  admin('post', '/blocklist', 'Blocks a number, and cancels its planned calls', 'numberBlocked', {
    request: 'blockRequest',
  }),
  admin('delete', '/blocklist', 'Unblocks a number', unblocked, { request: 'unblockRequest', errors: ['not-found'] }),
  admin('delete', '/blocklist/{id}', 'Removes a block', unblocked, {
    parameters: [{ ...leadParameter, name: 'id' }],
    errors: ['not-found'],
  }),
  admin('get', '/overview', 'Counts, delivery, and the last 48 hours', 'adminOverview'),
  admin('get', '/getting-started', 'What is set up already, for the list of the dashboard', 'gettingStarted'),
  admin('post', '/getting-started/put-away', 'Puts that list away, for all operators', 'gettingStarted'),
  admin('get', '/funnel', 'What visitors did, and what became of their leads', 'adminFunnel', {
    parameters: funnelParameters(),
  }),
  admin('get', '/ratings', 'What visitors have written about their chats, newest first', 'adminRatings', {
    parameters: funnelParameters().filter(({ name }) => name !== 'by' && name !== 'zone'),
  }),
  admin('get', '/funnel/csv', 'The same as a CSV file', csv('One line for each row.'), {
    parameters: funnelParameters(),
  }),
  admin('get', '/settings', 'What applies without a restart, and where it comes from', 'adminSettings', {
    errors: settingsOff,
  }),
  admin('put', '/settings', 'Saves settings over those of the configuration file', 'adminSettings', {
    request: 'settingsRequest',
    errors: [...settingsOff, 'changed'],
  }),
  admin('put', '/settings/preview', 'What settings would do, without saving them', 'settingsPreview', {
    request: 'settingsPreviewRequest',
    errors: [...settingsOff, 'unknown-form'],
  }),
  admin('get', '/settings/history', 'Saved versions, newest first', 'settingsHistory', { errors: settingsOff }),
  admin('post', '/settings/restore', 'Saves an earlier version again', 'adminSettings', {
    request: 'settingsRestoreRequest',
    errors: ['not-found', 'changed'],
  }),
  admin('get', '/webhooks', 'Lists webhooks, newest first', 'adminWebhooks', {
    parameters: listing(webhookStates, [ofLead]),
    errors: ['wrong-state'],
  }),
  admin('get', '/webhooks/receivers', 'Who gets webhooks', 'webhookReceivers'),
  admin('put', '/webhooks/receivers', 'Adds or changes a receiver of webhooks', 'webhookReceivers', {
    request: 'receiverRequest',
    errors: ['bad-request', 'not-found', 'wrong-state', 'changed'],
  }),
  admin('delete', '/webhooks/receivers', 'Removes a receiver that was added in the dashboard', 'webhookReceivers', {
    request: 'receiverRemoval',
    errors: ['not-found', 'changed'],
  }),
  admin('post', '/webhooks/receivers/seal', 'Encrypts all receivers with the newest key', 'webhookReceivers', {
    request: 'receiverSealing',
    errors: ['not-found', 'wrong-state'],
  }),
  admin('post', '/webhooks/test', 'Posts a test to a receiver, and responds with what came back', 'webhookTested', {
    request: 'webhookTestRequest',
    errors: ['not-found'],
  }),
  admin('post', '/webhooks/send-pending', 'Posts the webhooks that wait for another attempt now', 'webhooksChanged'),
  admin('post', '/webhooks/replay-dead', 'Posts all dead webhooks again', 'webhooksChanged', {
    errors: ['wrong-state'],
  }),
  admin('post', '/webhooks/dismiss-dead', 'Gives up all dead webhooks', 'webhooksChanged'),
  admin(
    'post',
    '/webhooks/dismiss-orphaned',
    'Gives up the webhooks that wait for a receiver that is not configured',
    'webhooksChanged',
  ),
  admin('post', '/webhooks/{webhook}/replay', 'Posts a webhook again', 'webhookReplayed', {
    parameters: [{ ...leadParameter, name: 'webhook' }],
    errors: ['not-found', 'wrong-state'],
  }),
  admin('post', '/webhooks/{webhook}/dismiss', 'Gives up a dead webhook', 'webhookDismissed', {
    parameters: [{ ...leadParameter, name: 'webhook' }],
    errors: ['not-found', 'wrong-state'],
  }),
];

/** Every route of the proxy, in the order of the documentation. */
export const operations: readonly Operation[] = [
  ...pageOperations,
  ...widgetOperations,
  ...operationsOperations,
  ...pageOfAdmin,
  ...adminOperations,
];

function file(path: string, summary: string, names: readonly string[], contentType = script): Operation {
  return {
    method: 'get',
    path,
    summary,
    ...(names.length > 0 && {
      parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    }),
    responses: [{ status: 200, description: 'The file.', contentType }, unchanged],
    errors: ['not-found', 'internal'],
  };
}

function listing(states: readonly string[], scope: NonNullable<Operation['parameters']> = []) {
  const before = {
    name: 'before',
    in: 'query',
    description: '`next` of the page before.',
    schema: { type: 'string' },
  };
  return [{ name: 'state', in: 'query', schema: { enum: states } }, ...scope, before, limitParameter];
}

function queryParameter(name: string, description: string, schema: Record<string, unknown> = { type: 'string' }) {
  return { name, in: 'query', description, schema };
}

function callScope() {
  return [
    queryParameter('form', 'Name of the form of their leads.'),
    queryParameter('page', 'Path of the page that their leads were sent from: `/prices`.'),
    queryParameter('variant', 'An experiment and its variant that their visitors have seen: `greeting=short`.'),
    queryParameter('from', 'Requested from this time on.', { type: 'string', format: 'date-time' }),
    queryParameter('to', 'Requested before this time.', { type: 'string', format: 'date-time' }),
    queryParameter('answered', 'Only calls that somebody has answered, also those that have ended since.', {
      enum: ['true'],
    }),
    queryParameter('missed', 'Only calls that nobody answered, or that were not placed in time.', { enum: ['true'] }),
  ];
}

function funnelParameters() {
  return [
    queryParameter('from', 'A time or a day. Default: 30 days before `to`.'),
    queryParameter('to', 'A time or a day. Default: now.'),
    queryParameter('form', 'Default: all forms.'),
    queryParameter('by', 'By what the numbers are divided.', { enum: funnelDivisions, default: 'form' }),
    queryParameter('zone', 'Time zone in which days begin.', { type: 'string', default: 'UTC' }),
  ];
}

function csv(description: string): Response {
  return { status: 200, description, contentType: 'text/csv' };
}

function admin(
  method: Operation['method'],
  path: string,
  summary: string,
  response: SchemaName | Response,
  { parameters, request, errors = [] }: Partial<Pick<Operation, 'parameters' | 'request' | 'errors'>> = {},
): Operation {
  const takesQuery = parameters?.some((parameter) => parameter.in === 'query') === true;
  return {
    method,
    path: `/admin/api${path}`,
    summary,
    security: 'adminToken',
    ...(parameters !== undefined && { parameters }),
    ...(request !== undefined && { request }),
    responses: [typeof response === 'string' ? { status: 200, description: 'Success.', schema: response } : response],
    errors: [
      ...(request === undefined ? [] : bodyErrors),
      ...(takesQuery ? (['bad-request'] as const) : []),
      ...errors,
      'unauthorized',
      'not-allowed',
      'rate-limited',
      'internal',
      'store-unavailable',
    ],
  };
}
