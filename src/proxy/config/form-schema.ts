import * as z from 'zod';
import { closedDays } from '../../protocol/closed-days.ts';
import { conditionProblem, showIfProblem } from '../../protocol/condition-problem.ts';
import { conditionValue, defaultFields, fieldName, formConsent, formField, withPhone } from '../../protocol/form.ts';
import { type FormStep, formSteps, stepProblems } from '../../protocol/form-steps.ts';
import { parseJourneyId, uuid } from '../../protocol/identifiers.ts';
import { openingHours, timeZone } from '../../protocol/opening-hours.ts';
import { reservedNames } from '../../protocol/reserved-names.ts';
import { configuredTag } from '../../protocol/service/lead.ts';
import { attributionFields } from '../record-fields.ts';
import { fieldKindProblems } from './field-kind-problems.ts';
import { patternProblem } from './pattern.ts';
import { country } from './values.ts';

/** Names that attributes must not have: also those of attribution, and the service's own fields of a lead. */
const reservedAttributes = new Set([
  ...reservedNames,
  ...attributionFields,
  'phone',
  'first_name',
  'last_name',
  'email',
  'company',
]);

const attributeName = fieldName.check(
  z.refine((name) => !reservedAttributes.has(name), {
    error: 'is reserved by the service or the proxy; choose another name',
  }),
);

const texts = ['text', 'select', 'textarea', 'hidden'];

/** Allowed types of fields that have a type in Create Lead. The service would reject other values at delivery. */
const allowedTypes = new Map<string, readonly string[]>([
  ['email', ['email', 'hidden']],
  ['first_name', texts],
  ['last_name', texts],
  ['company', texts],
]);

const configuredField = formField.check(
  z.superRefine((field, context) => {
    if (reservedNames.includes(field.name)) {
      context.addIssue({
        code: 'custom',
        path: ['name'],
        message: 'is reserved by the service or the proxy; choose another name',
      });
    }
    const types = allowedTypes.get(field.name);
    if (types !== undefined && !types.includes(field.type)) {
      context.addIssue({
        code: 'custom',
        path: ['type'],
        message: `must be ${types.join(' or ')}: the service accepts nothing else as \`${field.name}\``,
      });
    }
    for (const { path, message } of fieldKindProblems(field)) context.addIssue({ code: 'custom', path, message });
    const problem = patternProblem(field);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['pattern'], message: problem });
  }),
);

const journeyId = z.string().transform((text, context) => {
  const parsed = parseJourneyId(text);
  if (parsed.ok) return parsed.journeyId;
  context.addIssue({
    code: 'custom',
    message: 'must be a Journey ID: the UUID that follows /journey/ in the workspace address',
  });
  return z.NEVER;
});

const journey = z.strictObject({
  /** Journey ID, or the workspace address that contains it; never the Flow ID. `LEADCHAT_JOURNEY_ID` */
  id: journeyId,
  /** For a lead that the service already has: `update` saves the new fields first (Update & Send to Workflow), `keep` enrolls the lead unchanged (Send to Workflow). @default "keep" */
  onExisting: z.enum(['update', 'keep']).default('keep'),
});

const callback = z.strictObject({
  /** Agent that calls; case-sensitive. `LEADCHAT_AGENT_ID` */
  agent: uuid,
  /** Caller ID, E.164 digits. @default one of the agent's phone group, chosen by the service */
  from: z
    .string()
    .regex(/^[1-9]\d{6,14}$/, { error: 'must be E.164 digits without a plus, such as 14155552671' })
    .optional(),
  /** Countries that may be called, such as `["US", "CA"]`. @default the form's defaultCountry */
  countries: z.array(country).min(1).optional(),
  /** When calls may be placed, in `timeZone` or else in the callee's time zone. @default at any hour */
  hours: z.array(openingHours).min(1).optional(),
  /** Time zone of `hours`, such as `America/New_York`. @default every time zone of the callee's country must be within the hours */
  timeZone: z.optional(timeZone),
  /** Days without calls, such as holidays, in the same zone; besides those of `widget.hours.closed`. @default [] */
  closed: z.array(closedDays).max(100).optional(),
});

const route = z.strictObject({
  /** Name of the route in the dashboard and in webhooks. @default its position in the list, such as `#1` */
  name: z.string().trim().min(1).max(60).optional(),
  /** The values that the lead must have, by field: a value, or a list of values. All fields must fit. */
  when: z
    .record(fieldName, conditionValue)
    .refine((when) => Object.keys(when).length > 0, { error: 'must name at least one field and its value' }),
  /** Tags for these leads, besides those of the form. @default [] */
  tags: z.array(configuredTag).max(50).default([]),
  /** Journey of these leads, in place of the form's. Without `onExisting`, that of the form's journey applies. */
  journey: journey.extend({ onExisting: journey.shape.onExisting.unwrap().optional() }).optional(),
  /** Agent that calls these leads back, in place of the form's. */
  agent: z.optional(uuid),
});

/** One form: its fields, and what happens to its leads. */
export const formSchema = z
  .strictObject({
    /** A missing phone field is added as the first one. @default phone, first name, last name, email */
    fields: z.array(configuredField).max(40).default(defaultFields),
    /** Asks the fields in steps, `[{ title, fields: ["reason", "days"] }]`, one at a time with "Next" and "Back"; the last one sends. Fields that no step names are on the last one. @default all at once */
    steps: z.optional(formSteps),
    /** Consent that the form asks for. @default none */
    consent: z.optional(formConsent),
    /** Names of the values that the page may send with `setAttributes()` or in a `userToken`. They reach the service as custom fields. @default [] */
    attributes: z.array(attributeName).max(40).default([]),
    /** Tags for every lead of the form, with underscores for spaces. `LEADCHAT_TAGS`, comma list @default [] */
    tags: z.array(configuredTag).max(50).default([]),
    /** Journey that every lead is enrolled in. @default none */
    journey: journey.optional(),
    /** Call-back that visitors may request. @default none */
    callback: callback.optional(),
    /** What happens to leads with certain answers: the first route that fits replaces journey and agent, and adds its tags. Evaluated by the proxy when it stores the lead, and again at a replay; never sent to a browser. @default [] */
    routes: z.array(route).max(50).default([]),
    /** Country of a phone without `+`. The service itself reads such a number as American. @default "US" */
    defaultCountry: z._default(country, 'US'),
  })
  .superRefine(checkConditions)
  .superRefine(checkRoutes)
  .superRefine(checkSteps)
  .transform((form) => ({ ...form, fields: withPhone(form.fields) }));

export type FormConfig = z.output<typeof formSchema>;

/** The form with a name that somebody has sent: `constructor` is the name of none, though every object has it. */
export function formNamed<Form>(forms: Readonly<Record<string, Form>>, name: string): Form | undefined {
  return Object.hasOwn(forms, name) ? forms[name] : undefined;
}
export type CallbackConfig = z.output<typeof callback>;

type CheckedForm = {
  fields: z.output<typeof configuredField>[];
  routes: z.output<typeof route>[];
  steps?: readonly FormStep[] | undefined;
  callback?: unknown;
};

function checkConditions({ fields }: CheckedForm, context: z.RefinementCtx): void {
  const known = withPhone(fields);
  for (const [index, field] of fields.entries()) {
    const problem = showIfProblem(field, known);
    if (problem === undefined) continue;
    context.addIssue({ code: 'custom', path: ['fields', index, ...problem.path], message: problem.message });
  }
}

function checkRoutes({ fields, routes, callback }: CheckedForm, context: z.RefinementCtx): void {
  const known = withPhone(fields);
  const names = new Set<string>();
  for (const [index, { name, when, tags, journey, agent }] of routes.entries()) {
    const report = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path: ['routes', index, ...path], message });
    for (const [field, is] of Object.entries(when)) {
      const problem = conditionProblem(field, is, known);
      if (problem !== undefined) report(['when', field], problem.message);
    }
    if (tags.length === 0 && journey === undefined && agent === undefined) {
      report([], 'must name what it changes: tags, journey or agent');
    }
    if (agent !== undefined && callback === undefined) {
      report(['agent'], 'calls nobody, because the form offers no call-back; set `callback` of the form, or remove it');
    }
    if (name !== undefined && names.has(name)) report(['name'], 'is already the name of an earlier route');
    if (name !== undefined) names.add(name);
  }
}

function checkSteps({ fields, steps = [] }: CheckedForm, context: z.RefinementCtx): void {
  for (const { path, message } of stepProblems(steps, withPhone(fields))) {
    context.addIssue({ code: 'custom', path: ['steps', ...path], message });
  }
}
