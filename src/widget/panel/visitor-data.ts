import type { ReadonlySignal } from '@preact/signals';
import type { Chat } from '../../core/index.ts';
import type { DeletionStamp, ResolvedOptions, UserToken } from '../../options/index.ts';
import type { FieldValue } from '../../protocol/form.ts';
import type { PublicConfig } from '../../protocol/proxy/public-config.ts';
import { fitsType } from '../../protocol/value-kind.ts';
import { acceptedAttributes } from './accepted-attributes.ts';
import type { ReportProblems } from './report-problems.ts';

type Values = Readonly<Record<string, FieldValue>>;
type Attributes = Readonly<Record<string, unknown>>;

export type VisitorDataDeps = {
  /** Null until it is created. */
  chat: ReadonlySignal<Chat | null>;
  config: ReadonlySignal<PublicConfig | null>;
  options: ReadonlySignal<ResolvedOptions>;
  reportProblems: ReportProblems;
};

/** What the page knows about the visitor. Each chat's form is prefilled with it. */
export function createVisitorData({ chat, config, options, reportProblems }: VisitorDataDeps) {
  let knownValues: Values = {};
  let knownAttributes: Attributes = {};
  /** The attributes that the last lead of this page was sent with. */
  let sentAttributes: Attributes | undefined;
  /** The token of a visitor whose data was deleted. It is ignored while the page's options still contain it. */
  let forgottenToken: unknown;

  function applyValues({ leadForm }: Chat, values: Values): void {
    leadForm?.prefill(values);
    const fits = ([name, value]: [string, unknown]) => {
      const field = leadForm?.fields.find((known) => known.name === name);
      return field !== undefined && fitsType(field.type, value);
    };
    if (Object.entries(values).every(fits)) return;
    reportProblems('bad-prefill', ({ findPrefillProblems }) => findPrefillProblems(values, leadForm?.fields));
  }

  function applyAttributes({ leadForm }: Chat, values: Attributes): void {
    const current = config.peek();
    // A chat without a form has no lead that could carry them.
    const names = leadForm === null ? [] : current === null ? undefined : (current.form.attributes ?? []);
    const accepted = acceptedAttributes(values, names);
    leadForm?.setAttributes(accepted);
    if (Object.keys(values).every((name) => Object.hasOwn(accepted, name))) return;
    reportProblems('bad-attribute', ({ findAttributeProblems }) => findAttributeProblems(values, names));
  }

  /** Attributes are sent with a lead. Those that are set after it wait for the next one. */
  function reportLate(values: Attributes): void {
    const sent = sentAttributes;
    if (sent === undefined) return;
    const late = Object.keys(values).filter((name) => sent[name] !== values[name]);
    if (late.length > 0) reportProblems('late-attribute', ({ lateAttributeProblems }) => lateAttributeProblems(late));
  }

  /** `leftToken`: of the person who has left. */
  function forget(leftToken: unknown): void {
    knownValues = {};
    knownAttributes = {};
    sentAttributes = undefined;
    forgottenToken = leftToken;
  }

  /** Another tab has forgotten the visitor. */
  function forgetElsewhere(isReset: boolean, leftToken: unknown): void {
    // After a reset, a function of the page says who is there now.
    forget(isReset && typeof leftToken === 'function' ? undefined : leftToken);
  }

  return {
    /** Fills in the form of a new chat. */
    applyTo(created: Chat): void {
      applyValues(created, knownValues);
      applyAttributes(created, knownAttributes);
    },
    applyUserToken(target: Chat, userToken: UserToken | undefined): void {
      if (userToken !== forgottenToken) forgottenToken = undefined;
      target.setUserToken(forgottenToken === undefined ? userToken : undefined);
    },
    onLeadSubmit(): void {
      sentAttributes = knownAttributes;
    },
    prefill(values: Values): void {
      knownValues = { ...knownValues, ...values };
      const current = chat.peek();
      if (current !== null) applyValues(current, values);
    },
    setAttributes(values: Attributes): void {
      reportLate(values);
      knownAttributes = { ...knownAttributes, ...values };
      const current = chat.peek();
      if (current !== null) applyAttributes(current, values);
    },
    forget,
    forgetElsewhere: (isReset: boolean) => forgetElsewhere(isReset, options.peek().userToken),
    /** The browser says that data was deleted elsewhere. The page may have set the token of the next visitor since then. */
    followDeletion(isReset: boolean, stamp: DeletionStamp, leftToken: unknown): void {
      chat.peek()?.followDeletion(isReset, stamp);
      forgetElsewhere(isReset, leftToken);
    },
  };
}
