import { code, element, json, table, tags, time } from './elements.js';

const standardFields = new Set(['lead_id', 'phone', 'first_name', 'last_name', 'email', 'company', 'tags', 'timezone']);
const timeFields = new Set(['created_at', 'updated_at']);

/** Renders each section from the sandbox's data, newest entries first. */
export const sections = {
  leads: (leads) =>
    table(
      ['Phone', 'Name', 'Email', 'Company', 'Tags', 'Time zone', 'Created', ''],
      newestFirst(leads).map((lead) => [
        code(lead.phone),
        `${lead.first_name} ${lead.last_name}`.trim(),
        lead.email,
        lead.company,
        tags(lead.tags),
        lead.timezone,
        time(lead.created_at),
        json(lead.lead_id, customFields(lead), lead),
      ]),
      'No leads yet. Submit the form on your page, or POST /v1/lead/create.',
    ),

  conversations: (conversations) =>
    conversations.length === 0
      ? element('p', { class: 'empty' }, 'No conversations yet.')
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
      'No enrollments yet.',
    ),

  calls: (calls) =>
    table(
      ['Time', 'To', 'From', 'State', ''],
      newestFirst(calls).map((call) => [
        time(call.at),
        code(call.to),
        code(call.from),
        tags([call.state], call.state === 'congestion' ? 'bad' : ''),
        json(call.call_id, count(call.records.length, 'record'), call),
      ]),
      'No calls yet.',
    ),

  requests: (requests) =>
    table(
      ['Time', 'Request', 'Status', 'Key', 'Fault', 'Body'],
      newestFirst(requests)
        .slice(0, 200)
        .map((request) => [
          time(request.at),
          code(`${request.method} ${request.path}${query(request.query)}`),
          tags([request.status ?? 'no response'], request.status !== null && request.status < 400 ? '' : 'bad'),
          request.key,
          request.fault ?? '',
          request.body === null ? '' : json(`${request.at}${request.path}`, 'Show', request.body),
        ]),
      'No requests yet.',
    ),

  faults: (faults) =>
    table(
      ['Route', 'Kind', 'Remaining'],
      faults.map((fault) => [code(fault.route), tags([describeFault(fault)], 'bad'), String(fault.count)]),
      'No faults set.',
    ),

  about: ({ flows, journeys, agents, simulated_numbers }) =>
    table(
      ['Type', 'Value'],
      [
        ...[...flows].map((id) => ['Flow', code(id)]),
        ...[...journeys].map((id) => ['Journey', code(id)]),
        ...[...agents].map((id) => ['Agent', code(id)]),
        ...simulated_numbers.map(({ phone, description }) => [code(phone), description]),
        ['Any other number', 'rings, is answered by a person, and completes'],
      ],
      '',
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
  return list.toReversed();
}

function customFields(lead) {
  const names = Object.keys(lead).filter((name) => !standardFields.has(name) && !timeFields.has(name));
  return names.length === 0 ? 'Show all' : `Show all, ${count(names.length, 'custom field')}`;
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
