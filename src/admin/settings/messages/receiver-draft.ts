import type { WebhookReceiverInfo, WebhookReceivers } from '../../../protocol/admin/receivers.ts';
import type { Issue } from '../../../protocol/issue.ts';
import { objectOf, sentenceOf } from '../../../settings/index.ts';
import type { ReceiverRequest } from '../../admin-client.ts';
import type { ReceiverDraft, ReceiverKind } from '../../receivers-state.ts';

type Event = WebhookReceiverInfo['events'][number];

/** The kinds that can be added, in the order in which they are offered. */
export const receiverKinds: readonly Exclude<ReceiverKind, 'own'>[] = ['slack', 'teams', 'sheet', 'address'];

export const kindNames: Record<ReceiverKind, string> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  sheet: 'Google Sheet',
  address: 'Another address',
  own: 'Your own format',
};

/** What a new receiver is told of, unless somebody chooses otherwise. */
const usualEvents: Record<ReceiverKind, readonly Event[]> = {
  slack: ['lead.accepted', 'lead.unknown', 'lead.dead', 'call.planned'],
  teams: ['lead.accepted', 'lead.unknown', 'lead.dead', 'call.planned'],
  sheet: ['lead.accepted'],
  address: ['lead.accepted', 'lead.delivered', 'lead.unknown', 'lead.dead', 'call.planned', 'call.ended'],
  own: [],
};

/** The row that a sheet gets, by the names that its script reads. */
const sheetRow = {
  time: '{timestamp}',
  name: '{first_name} {last_name}',
  phone: '+{phone}',
  email: '{email}',
  page: '{page}',
};

/** The cells of an event that programs get as this JSON. As in the proxy, a field of the lead wins over a fact of the same name. */
export function sheetRowOf(body: string): Record<keyof typeof sheetRow, string> {
  const { data, timestamp } = objectOf(JSON.parse(body));
  const { fields, ...facts } = objectOf(data);
  const values = objectOf({ timestamp, ...facts, ...objectOf(fields) });
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
  const { time, name, phone, email, page } = sheetRow;
  return { time: fill(time), name: fill(name), phone: fill(phone), email: fill(email), page: fill(page) };
}

/** What is pasted into the sheet's Apps Script. An apostrophe keeps the sheet from reading a text as a formula. */
export const sheetScript = `function doPost(event) {
  const row = JSON.parse(event.postData.contents);
  const texts = [row.name, row.phone, row.email, row.page];
  const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheets()[0];
  sheet.appendRow([row.time, ...texts.map((text) => "'" + text)]);
  return ContentService.createTextOutput('ok');
}`;

/** A sheet is the receiver with a row of its own that answers with a redirect. */
export function kindOf({ format, acceptRedirect }: WebhookReceiverInfo): ReceiverKind {
  if (format === 'custom') return acceptRedirect === false ? 'own' : 'sheet';
  return format === 'standard' ? 'address' : format;
}

export function newDraft(kind: ReceiverKind, receivers: readonly WebhookReceiverInfo[]): ReceiverDraft {
  const base = kind === 'address' ? 'Receiver' : kindNames[kind];
  const names = new Set(receivers.map(({ name }) => name));
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base} ${number}`;
  return { kind, name, version: 0, url: '', secret: '', events: usualEvents[kind], hasUsualFormat: true };
}

export function draftOf(receiver: WebhookReceiverInfo): ReceiverDraft {
  const { receiver: id, name, version = 0, events, problem } = receiver;
  const kind = kindOf(receiver);
  const hasUsualFormat = kind === 'sheet' ? problem !== undefined : kind !== 'own';
  return { kind, receiver: id, name, version, url: '', secret: '', events, hasUsualFormat };
}

/** What the API gets. What is empty in a change stays as it is. */
export function requestOf(draft: ReceiverDraft): Omit<ReceiverRequest, 'by'> {
  const { kind, receiver, name, version, url, secret, events, hasUsualFormat } = draft;
  const isEntered = version === 0 || url !== '';
  return {
    ...(receiver !== undefined && { receiver }),
    name: name.trim().replace(/\s+/g, ' '),
    version,
    events: [...events],
    ...(isEntered && { url: url.trim(), ...(hasUsualFormat && formatOf(kind)) }),
    ...(secret.trim() !== '' && { secret: secret.trim() }),
  };
}

function formatOf(kind: ReceiverKind): Pick<ReceiverRequest, 'format' | 'acceptRedirect'> {
  if (kind === 'sheet') return { format: sheetRow, acceptRedirect: true };
  return { format: kind === 'slack' || kind === 'teams' ? kind : 'standard' };
}

/** A secret for signatures, as the receiver takes it. */
export function createSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
}

/** The controls of the form. */
export type DraftField = 'name' | 'url' | 'secret' | 'events';

/** What is wrong with a control, in the words of whoever fills it in. What belongs to none is said at the address. */
export function problemOf(issues: readonly Issue[], field: DraftField): string | undefined {
  const ofField = ({ path }: Issue) => (fields.find((known) => known === path.split('.')[0]) ?? 'url') === field;
  const found = issues.find(ofField);
  return found && wordsOf(field, found);
}

const fields: readonly DraftField[] = ['name', 'url', 'secret', 'events'];

function wordsOf(field: DraftField, { path, message }: Issue): string {
  const isTaken = message.startsWith('is already');
  switch (field) {
    case 'name':
      return isTaken ? 'Another receiver has this name.' : 'Use letters, digits and single spaces, 64 at most.';
    case 'url':
      if (path !== 'url') return `${sentenceOf(path)} ${message}`;
      if (isTaken) return 'Another receiver has this address.';
      if (message.includes('private address'))
        return 'This address is in a private network, where nothing may be sent.';
      return 'Paste the whole address. It begins with https://.';
    case 'secret':
      return 'It begins with whsec_. “Create one” writes a new one.';
    case 'events':
      return 'Choose at least one.';
    default:
      return field satisfies never;
  }
}

/** Why the page only shows what there is, for the role and the settings of this proxy. Undefined if it can be changed. */
export function readOnlyReason({ readOnly }: WebhookReceivers, isOwner: boolean): string | undefined {
  if (readOnly === 'off') return 'Nothing can be changed here, because the settings of the dashboard are switched off.';
  if (!isOwner) return 'Only an owner can change who gets messages.';
  if (readOnly === undefined) return undefined;
  return 'Nobody can be added here yet, because addresses are stored encrypted and there is no key. Whoever runs the server sets LEADCHAT_SECRET_KEY to the output of “openssl rand -base64 32” and restarts leadchat.';
}
