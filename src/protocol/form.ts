import * as z from 'zod/mini';

const fieldName = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/));
const label = z.string().check(z.minLength(1), z.maxLength(200));

/** One field of a lead form, as an operator or a host page writes it. */
export const formField = z.strictObject({
  /** Key of the value in the lead: `first_name`. Lower case, digits and underscores. */
  name: fieldName,
  /** What kind of value: `tel`, `text`, `email`, `select`, `textarea`, `checkbox` or `hidden`. @default "text" */
  type: z._default(z.enum(['tel', 'text', 'email', 'select', 'textarea', 'checkbox', 'hidden']), 'text'),
  /** What the visitor reads; without one the widget's own text for a known name, else the name. */
  label: z.optional(label),
  /** Whether the form can only be sent with it. @default false */
  required: z._default(z.boolean(), false),
  /** Choices of a `select`. */
  options: z.optional(
    z
      .array(z.strictObject({ value: z.string().check(z.maxLength(200)), label }))
      .check(z.minLength(1), z.maxLength(250)),
  ),
  /** Regular expression that the whole value must match. */
  pattern: z.optional(z.string().check(z.maxLength(500))),
  /** Longest value, in characters. @default 200, for a textarea 2000 */
  maxLength: z.optional(z.int().check(z.minimum(1), z.maximum(2000))),
  /** Shown in the empty field. */
  placeholder: z.optional(z.string().check(z.maxLength(200))),
  /** Value of a `hidden` field. */
  value: z.optional(z.string().check(z.maxLength(2000))),
});
export type FormField = z.infer<typeof formField>;
export type FormFieldInput = z.input<typeof formField>;
