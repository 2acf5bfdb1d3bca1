import type { ComponentChildren } from 'preact';
import { state } from './demo-client.ts';
import { parseJson } from './parse-json.ts';
import { stored } from './stored.ts';
import { traffic } from './traffic.ts';

const maxLeads = 5;

/** A list of what happens at one place. `empty` is shown without entries. */
function Lane({ name, empty, children }: { name: string; empty: string; children: ComponentChildren[] }) {
  return (
    <section class="lane card" aria-label={name}>
      <h3>{name}</h3>
      {children.length === 0 ? <p class="empty">{empty}</p> : children}
    </section>
  );
}

const arrows = { request: '→', sent: '→', received: '←', socket: '⇄' } as const;

/** Requests and frames of this page. */
export function TrafficLane() {
  return (
    <Lane name="This page’s traffic" empty="Nothing yet: before the first interaction the widget requests nothing.">
      {traffic.value.map(({ id, at, kind, text, outcome, body }) => (
        <div class="entry" key={id}>
          <p>
            <span aria-hidden="true">{arrows[kind]} </span>
            <span class="visually-hidden">{kind} </span>
            <code>{text}</code>
            {outcome !== undefined && <b class={/^(?:2|open)/.test(outcome) ? 'good' : 'bad'}> {outcome}</b>}
            <time> {at.toLocaleTimeString()}</time>
          </p>
          {body !== undefined && (
            <details>
              <summary>Body</summary>
              <pre>{pretty(body)}</pre>
            </details>
          )}
        </div>
      ))}
    </Lane>
  );
}

/** The steps of the newest leads in the proxy. */
export function ProxyLane() {
  const proxy = state.value?.proxy;
  const empty = proxy === null ? 'The proxy is down.' : 'No lead yet. Leave your number in the chat.';
  return (
    <Lane name="Proxy: delivery" empty={empty}>
      {(proxy?.leads ?? []).slice(0, maxLeads).map(({ lead, phone, state: leadState, steps }) => (
        <div class="entry" key={lead}>
          <p>
            <strong>+{phone}</strong> <b class={`state is-${leadState}`}>{leadState}</b>
          </p>
          <ol>
            {steps.map(({ step, name, state: stepState, attempts, answer }) => (
              <li key={`${step} ${name}`}>
                {step} {step === 'tag' && name} <b class={`state is-${stepState}`}>{stepState}</b>
                {attempts > 1 && ` after ${attempts} attempts`}
                {stepState === 'pending' && answer !== undefined && ` (last: ${answer})`}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </Lane>
  );
}

/** The leads, enrolments and calls that the service has received. */
export function ServiceLane() {
  const { leads = [], enrolments = [], calls = [] } = state.value?.service ?? {};
  return (
    <Lane name="Service: what arrived" empty="The service has no lead.">
      {leads
        .slice(-maxLeads)
        .toReversed()
        .map((lead) => (
          <div class="entry" key={String(lead.lead_id)}>
            <p>
              <strong>+{String(lead.phone)}</strong>{' '}
              {[lead.first_name, lead.last_name].filter((name) => typeof name === 'string').join(' ')}
            </p>
            <ul>
              <li>tags: {Array.isArray(lead.tags) && lead.tags.length > 0 ? lead.tags.join(', ') : 'none'}</li>
              <li>
                journey: {count(enrolments.filter(({ lead_id }) => lead_id === lead.lead_id).length, 'enrolment')}
              </li>
              <li>calls: {calls.filter(({ phone_to, to }) => [phone_to, to].includes(lead.phone)).length}</li>
            </ul>
          </div>
        ))}
    </Lane>
  );
}

/** The data that the widget has stored in this browser. */
export function StorageLane() {
  return (
    <Lane name="Stored in this browser" empty="Nothing. The widget stores nothing before the first interaction.">
      {stored.value.map(({ key, value }) => (
        <details class="entry" key={key}>
          <summary>
            <code>{key}</code>
          </summary>
          <pre>{pretty(value)}</pre>
        </details>
      ))}
    </Lane>
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function pretty(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
