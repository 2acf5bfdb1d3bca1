import { code, copyable, element, empty, json, table, tags, time } from './elements.js';

const standardFields = new Set(['lead_id', 'phone', 'first_name', 'last_name', 'email', 'company', 'tags', 'timezone']);
const timeFields = new Set(['created_at', 'updated_at']);

/** More rows would make the page slow, and nobody reads them here. */
const maxRows = 100;

/** Renders each section from the sandbox's data, newest entries first. */
export const sections = {
  leads: (leads) =>
    table(
      ['Phone', 'Name', 'Email', 'Company', 'Tags', 'Time zone', 'Created', 'All fields'],
      newestFirst(leads).map((lead) => [
        code(`+${lead.phone}`),
        `${lead.first_name} ${lead.last_name}`.trim(),
        lead.email,
        lead.company,
        tags(lead.tags),
        lead.timezone,
        time(lead.created_at),
        json(lead.lead_id, customFields(lead), lead),
      ]),
      'No leads yet. Open the chat on your page and submit its form: the lead appears here a moment later, with its tags and custom fields.',
    ),

  conversations: (conversations) =>
    conversations.length === 0
      ? empty('No conversations yet. Open the chat on your page: each message appears here as soon as it is sent.')
      : newestFirst(conversations).map(conversation),

  enrolments: (enrolments) =>
    table(
      ['Time', 'Journey', 'Lead', 'Lead data'],
      newestFirst(enrolments).map(({ at, workflow_id, lead_id, record }) => [
        time(at),
        code(workflow_id),
        code(lead_id),
        json(`${at}${lead_id}`, record.first_name || record.phone, record),
      ]),
      'No enrolments yet. A lead is enrolled when the form on your page has a journey.',
    ),

  calls: (calls) =>
    table(
      ['Time', 'To', 'From', 'State', 'Records'],
      newestFirst(calls).map((call) => [
        time(call.at),
        code(`+${call.to}`),
        code(`+${call.from}`),
        tags([call.state], call.state === 'congestion' ? 'bad' : ''),
        json(call.call_id, count(call.records.length, 'record'), call),
      ]),
      'No calls yet. Leave one of the numbers to try in the chat, and choose “Call me now”.',
    ),

  requests: (requests) =>
    table(
      ['Time', 'Request', 'Status', 'Key', 'Fault', 'Body'],
      newestFirst(requests).map((request) => [
        time(request.at),
        code(`${request.method} ${request.path}${query(request.query)}`),
        tags([request.status ?? 'no response'], request.status !== null && request.status < 400 ? '' : 'bad'),
        request.key,
        request.fault ?? '',
        request.body === null ? '' : json(`${request.at}${request.path}`, 'Show', request.body),
      ]),
      'No requests yet. Everything the proxy sends appears here, with its body and the status of the response.',
    ),

  faults: (faults) =>
    table(
      ['Route', 'Kind', 'Remaining'],
      faults.map((fault) => [code(fault.route), tags([describeFault(fault)], 'bad'), String(fault.count)]),
      'No faults set. Add status 503 three times, leave a lead, and watch the proxy try again.',
    ),

  about: ({ flows, journeys, agents }) =>
    table(
      ['Type', 'Id'],
      [
        ...flows.map((id) => ['Flow', copyable(id)]),
        ...journeys.map((id) => ['Journey', copyable(id)]),
        ...agents.map((id) => ['Agent', copyable(id)]),
      ],
      '',
    ),

  numbers: (numbers) =>
    element(
      'ul',
      { class: 'numbers' },
      numbers.map(({ phone, description }) =>
        element('li', {}, copyable(`+${phone}`), element('span', {}, description)),
      ),
      element(
        'li',
        {},
        element('b', {}, 'Any other number'),
        element('span', {}, 'rings, is answered by a person, and completes'),
      ),
    ),
};

function conversation({ session_id, lead_id, record, messages, connections }) {
  const title = record.first_name || record.phone || (lead_id === null ? 'Anonymous visitor' : 'Visitor');
  const counts = `${count(messages.length, 'message')}, ${count(connections, 'open socket')} `;
  const items = messages.map(({ from, content }) => element('li', { class: from }, content));
  const heading = element('div', {}, element('b', {}, title), ' ', counts, code(session_id));
  return element('article', {}, heading, element('ul', { class: 'said' }, items));
}

function newestFirst(list) {
  return list.toReversed().slice(0, maxRows);
}

function customFields(lead) {
  const names = Object.keys(lead).filter((name) => !standardFields.has(name) && !timeFields.has(name));
  return names.length === 0 ? 'Show' : `Show, ${count(names.length, 'custom field')}`;
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function query(parameters) {
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '' : `?${text}`;
}

function describeFault({ kind, status, ms }) {
  if (kind === 'status') return `status ${status}`;
  return kind === 'latency' ? `latency ${ms ?? 1000} ms` : kind;
}
