import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AdminLead } from '../protocol/admin/leads.ts';
import { isEmail } from '../protocol/email.ts';
import type { AdminState } from './admin-state.ts';
import { formatName, formatPhone, formatTime } from './format.ts';
import { LeadCalls } from './lead-calls.tsx';
import { type Field, fieldsOf, labelOf } from './lead-fields.ts';
import { LeadHistory } from './lead-history.tsx';
import { LeadNotes } from './lead-notes.tsx';
import { LeadTask } from './lead-task.tsx';
import { isPhoneScreen } from './phone-screen.ts';

type LeadDetailsProps = { lead: AdminLead; state: AdminState; onClose: () => void };

/** One lead: what it needs from a person, who it is, what they want, where they come from, and what has happened. */
export function LeadDetails({ lead, state, onClose }: LeadDetailsProps) {
  const section = useRef<HTMLElement>(null);
  const { answers, origin, variants, consent } = fieldsOf(lead.record);
  const named = (fields: readonly Field[]) => fields.map(([name, value]): Field => [labelOf(name, lead.labels), value]);
  useEffect(() => {
    const field = section.current?.querySelector<HTMLElement>('.correction[open] input');
    (field ?? section.current)?.focus({ preventScroll: true });
    // The page may still be scrolled to the lead's position in the list.
    if (isPhoneScreen()) window.scrollTo(0, 0);
  }, []);
  return (
    <section ref={section} class="card details" aria-label={`Lead ${formatName(lead)}`} tabIndex={-1}>
      <button type="button" class="quiet back" onClick={onClose}>
        <span aria-hidden="true">‹</span> Back
      </button>
      <header>
        <h2>{formatName(lead)}</h2>
        <button type="button" class="quiet close" onClick={onClose}>
          Close
        </button>
      </header>
      <LeadTask lead={lead} state={state} />
      <h3>Who it is</h3>
      <dl class="contact">
        <Entry name={labelOf('phone', lead.labels)}>
          {lead.phone === '' ? formatPhone('') : <a href={`tel:+${lead.phone}`}>{formatPhone(lead.phone)}</a>}
        </Entry>
        <Email lead={lead} />
        {['first_name', 'last_name'].map(
          (name) =>
            lead.record[name] !== undefined && (
              <Entry key={name} name={labelOf(name, lead.labels)}>
                {String(lead.record[name])}
              </Entry>
            ),
        )}
      </dl>
      <h3>What they want</h3>
      <dl>
        <Entry name="Came in">{formatTime(lead.acceptedAt)}</Entry>
        <Entry name="Form">{lead.form}</Entry>
        {lead.route !== undefined && <Entry name="Route">{lead.route}</Entry>}
        <Entries fields={named(answers)} />
      </dl>
      <Section title="Where they came from" fields={named(origin)} />
      <Section title="Variants they saw" fields={variants} />
      {/* Scrubbed with everything else about the person. */}
      {lead.phone !== '' && <Section title="Consent" fields={named(consent)} emptyText="None was recorded." />}
      <LeadCalls lead={lead} state={state} />
      <LeadHistory lead={lead} state={state} />
      <LeadNotes lead={lead} state={state} />
      <details class="ids">
        <summary>IDs, for developers</summary>
        <dl>
          <Entry name="Lead">{lead.lead}</Entry>
          {lead.serviceLead !== undefined && <Entry name="At the service">{lead.serviceLead}</Entry>}
        </dl>
      </details>
    </section>
  );
}

/** What a visitor wrote may be anything. */
function Email({ lead: { record, labels } }: { lead: AdminLead }) {
  if (record.email === undefined) return null;
  const email = String(record.email);
  return (
    <Entry name={labelOf('email', labels)}>{isEmail(email) ? <a href={`mailto:${email}`}>{email}</a> : email}</Entry>
  );
}

/** Without fields and `emptyText`, nothing is shown. */
function Section({ title, fields, emptyText }: { title: string; fields: readonly Field[]; emptyText?: string }) {
  if (fields.length === 0 && emptyText === undefined) return null;
  return (
    <>
      <h3>{title}</h3>
      {fields.length === 0 ? (
        <p>{emptyText}</p>
      ) : (
        <dl>
          <Entries fields={fields} />
        </dl>
      )}
    </>
  );
}

function Entries({ fields }: { fields: readonly Field[] }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <Entry key={name} name={name}>
          {value}
        </Entry>
      ))}
    </>
  );
}

function Entry({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
