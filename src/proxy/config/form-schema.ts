import * as z from 'zod';
import {
  configuredTag,
  countryCode,
  defaultFields,
  formConsent,
  formField,
  parseJourneyId,
  uuid,
  weekdays,
  withPhone,
} from '../../protocol/index.ts';
import { patternFault } from './pattern.ts';

/** Names that mean something else in the service's or in our own requests (2.1, contract of the custom fields). */
const reservedNames = [
  'lead_id',
  'workflow_id',
  'tags',
  'timezone',
  'created_at',
  'updated_at',
  'consent_version',
  'consent_at',
  'page_url',
];

const texts = ['text', 'select', 'textarea', 'hidden'];

/** Fields of a lead that the service gives a type of its own (2.1): another one would only be refused at delivery. */
const typesOfTheService: Record<string, readonly string[]> = {
  email: ['email', 'hidden'],
  first_name: texts,
  last_name: texts,
  company: texts,
};

const configuredField = formField.check(
  z.superRefine((field, context) => {
    if (reservedNames.includes(field.name)) {
      context.addIssue({
        code: 'custom',
        path: ['name'],
        message: 'is a name that the service or the proxy uses itself; choose another',
      });
    }
    const type = typesOfTheService[field.name];
    if (type !== undefined && !type.includes(field.type)) {
      context.addIssue({
        code: 'custom',
        path: ['type'],
        message: `must be ${type.join(' or ')}: the service takes nothing else as \`${field.name}\` (2.1)`,
      });
    }
    if (field.type === 'select' && field.options === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['options'],
        message: 'is missing: a select needs its choices, [{ value, label }]',
      });
    }
    const fault = field.pattern === undefined ? undefined : patternFault(field.pattern);
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['pattern'], message: fault });
  }),
);

const journey = z.strictObject({
  /** Journey ID, or the workspace address that holds it (2.4); never the Flow ID. `LEADCHAT_JOURNEY_ID` */
  id: z.string().transform((text, context) => {
    const reading = parseJourneyId(text);
    if (reading.ok) return reading.journeyId;
    context.addIssue({
      code: 'custom',
      message: 'must be a Journey ID: the UUID that follows /journey/ in the workspace address',
    });
    return z.NEVER;
  }),
  /** What happens to a lead on file: `update` saves the given fields first (4.8), `keep` enrolls it with what is on file (4.7). @default "keep" */
  onExisting: z.enum(['update', 'keep']).default('keep'),
});

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'must be a time such as 09:00' });

const openingHours = z
  .strictObject({ days: z.array(z.enum(weekdays)).min(1), from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from < to, { error: 'must open before it closes', path: ['to'] });

const callback = z.strictObject({
  /** Agent that calls (4.1); case-sensitive. `LEADCHAT_AGENT_ID` */
  agent: uuid,
  /** Caller id, E.164 digits; without one the service takes one of the agent's phone group (4.1). */
  from: z
    .string()
    .regex(/^[1-9]\d{6,14}$/, { error: 'must be E.164 digits without a plus, such as 14155552671' })
    .optional(),
  /** Countries that may be called, such as `["US", "CA"]`. @default the form's defaultCountry */
  countries: z.array(countryCode).min(1).optional(),
  /** When may be called, in the callee's own time zone. @default at any hour */
  hours: z.array(openingHours).min(1).optional(),
  /** Zone to reckon hours in, such as `America/New_York`; without one, every zone of the callee's country must be within the hours. */
  timeZone: z.string().refine(isTimeZone, { error: 'must be an IANA zone name, such as America/New_York' }).optional(),
});

/** One form: what it asks for, and what happens to its leads. */
export const formSchema = z
  .strictObject({
    /** The phone is put first when it is left out. @default phone, first name, last name, email */
    fields: z.array(configuredField).max(40).default(defaultFields),
    /** Consent to ask for; without it none is asked. */
    consent: z.optional(formConsent),
    /** Tags for every lead of the form; underscores for spaces (2.3). `LEADCHAT_TAGS`, comma list @default [] */
    tags: z.array(configuredTag).max(50).default([]),
    /** Journey that every lead is enrolled in; without it none. */
    journey: journey.optional(),
    /** Call-back that a visitor may ask for; without it none. */
    callback: callback.optional(),
    /** Country of a phone that is typed without `+`. The service itself reads such a number as American (2.1). @default "US" */
    defaultCountry: z._default(countryCode, 'US'),
  })
  .transform((form) => ({ ...form, fields: withPhone(form.fields) }));

export type FormConfig = z.output<typeof formSchema>;
export type CallbackConfig = z.output<typeof callback>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
