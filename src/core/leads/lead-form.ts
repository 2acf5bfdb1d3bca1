import { signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { PhoneParseResult, PhoneProblem } from '../../phone/index.ts';
import type { FormConsent, FormField, LeadRequest } from '../../protocol/index.ts';
import type {
  CaptchaProof,
  FieldProblem,
  FieldValue,
  LeadForm,
  LeadSubmission,
  ParsePhone,
  SubmissionExtra,
} from '../conversation/lead-form-model.ts';
import type { LeadOutcome } from './lead-gateway.ts';

export type LeadFormDeps = {
  form: string;
  fields: readonly FormField[];
  consent: FormConsent | null;
  defaultCountry: string | undefined;
  clock: Clock;
  send(request: LeadRequest): Promise<LeadOutcome>;
};

/** `reset`: to be sent anew. `clear`: for another person. */
export function createLeadForm(parts: LeadFormDeps): LeadForm & { reset(): void; clear(): void } {
  const { fields, consent } = parts;
  const touched = new Set<string>();
  /** Left or sent: what is wrong with them is shown. */
  const judged = new Set<FormField>();
  const values = signal<Readonly<Record<string, FieldValue>>>(Object.fromEntries(fields.map(initialValue)));
  const consentGiven = signal(false);
  const problems = signal<Readonly<Record<string, FieldProblem>>>({});
  const status = signal<'editing' | 'sending' | 'queued' | 'accepted' | 'refused'>('editing');
  const country = signal(parts.defaultCountry);
  let parsePhone: ParsePhone = countDigits;
  let shownAt: number | undefined;
  let sending: Promise<LeadSubmission> | undefined;

  function judge(field: FormField): FieldProblem | undefined {
    const value = values.peek()[field.name] ?? '';
    if (typeof value === 'boolean') return field.required && !value ? { code: 'required' } : undefined;
    const text = value.trim();
    if (text === '') return field.required ? { code: 'required' } : undefined;
    const max = field.maxLength ?? (field.type === 'textarea' ? 2000 : 200);
    if (text.length > max) return { code: 'too-long', max };
    if (field.type === 'tel') {
      const reading = parsePhone(text, country.peek());
      if (!reading.ok) return { code: 'phone', problem: reading.problem };
    }
    if (field.type === 'email' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return { code: 'email' };
    if (field.options?.every((option) => option.value !== text)) return { code: 'option' };
    return matches(field.pattern, text) ? undefined : { code: 'pattern' };
  }

  function setProblem(name: string, problem: FieldProblem | undefined): void {
    const { [name]: last, ...others } = problems.peek();
    if (problem !== undefined) problems.value = { ...others, [name]: problem };
    else if (last !== undefined) problems.value = others;
  }

  function change(name: string, value: FieldValue): void {
    values.value = { ...values.peek(), [name]: value };
    if (status.peek() === 'refused') status.value = 'editing';
    judgeAgain(name);
  }

  function judgeAgain(name: string): void {
    const field = fields.find((one) => one.name === name);
    if (field !== undefined && problems.peek()[name] !== undefined) setProblem(name, judge(field));
  }

  function judgeNow(field: FormField): void {
    judged.add(field);
    setProblem(field.name, judge(field));
  }

  function request(extra: SubmissionExtra): LeadRequest {
    const entries = fields.flatMap((field): [string, FieldValue][] => {
      const value = values.peek()[field.name] ?? '';
      if (typeof value === 'boolean') return [[field.name, value]];
      const text = value.trim();
      if (text === '') return [];
      const reading = field.type === 'tel' ? parsePhone(text, country.peek()) : undefined;
      // In the international form, since the proxy does not know which country was chosen.
      return [[field.name, reading?.ok === true ? reading.international : text]];
    });
    return {
      form: parts.form,
      fields: Object.fromEntries(entries),
      ...(consent === null ? {} : { consent: { granted: consentGiven.peek(), version: consent.version } }),
      chat: true,
      ...(shownAt !== undefined && { elapsedMs: Math.max(0, parts.clock.now() - shownAt) }),
      ...extra,
    };
  }

  async function send(extra: SubmissionExtra, prove?: () => Promise<CaptchaProof>): Promise<LeadSubmission> {
    status.value = 'sending';
    const proof: CaptchaProof = prove === undefined ? { ok: true } : await prove();
    if (!proof.ok) {
      status.value = 'editing';
      setProblem('captcha', { code: 'required' });
      return { ok: false, firstProblem: 'captcha' };
    }
    const { token } = proof;
    const outcome = await parts.send(request({ ...extra, ...(token !== undefined && { captcha: token }) }));
    status.value = outcome.status;
    if (outcome.status !== 'refused') return { ok: true, status: outcome.status };
    for (const { path, message } of outcome.issues) {
      const name = path.startsWith('consent') ? 'consent' : path.replace(/^fields\./, '');
      if (name === 'consent' || name in values.peek()) setProblem(name, { code: 'refused', message });
    }
    return { ok: false, firstProblem: firstProblem() };
  }

  function reset(): void {
    status.value = 'editing';
    problems.value = {};
    judged.clear();
  }

  // Not by .finally(), which pages with an old polyfill of promises do not have.
  async function sendOnce(extra: SubmissionExtra, prove?: () => Promise<CaptchaProof>): Promise<LeadSubmission> {
    try {
      return await send(extra, prove);
    } finally {
      sending = undefined;
    }
  }

  function firstProblem(): string {
    const found = problems.peek();
    return [...fields.map(({ name }) => name), 'consent'].find((name) => found[name] !== undefined) ?? '';
  }

  return {
    fields,
    consent,
    values,
    consentGiven,
    problems,
    status,
    country,
    markShown() {
      shownAt ??= parts.clock.now();
    },
    set(name, value) {
      touched.add(name);
      change(name, value);
    },
    setConsent(given) {
      consentGiven.value = given;
      if (given) setProblem('consent', undefined);
    },
    prefill(next) {
      for (const { name, type } of fields) {
        const value = next[name];
        const fits = typeof value === (type === 'checkbox' ? 'boolean' : 'string');
        if (value !== undefined && fits && !touched.has(name)) change(name, value);
      }
    },
    blur(name) {
      const field = fields.find((one) => one.name === name);
      const value = values.peek()[name];
      if (field !== undefined && value !== '' && value !== false) judgeNow(field);
    },
    setCountry(next) {
      country.value = next;
      for (const { name, type } of fields) if (type === 'tel') judgeAgain(name);
    },
    setPhoneParser(parse) {
      parsePhone = parse;
      // Who was quicker than the metadata was judged by digits alone.
      if (status.peek() !== 'editing') return;
      for (const field of fields) if (field.type === 'tel' && judged.has(field)) judgeNow(field);
    },
    submit(extra = {}, prove) {
      if (sending !== undefined) return sending;
      setProblem('captcha', undefined);
      for (const field of fields) judgeNow(field);
      const lacksConsent = consent?.required === true && !consentGiven.peek();
      setProblem('consent', lacksConsent ? { code: 'required' } : undefined);
      const first = firstProblem();
      if (first !== '') return Promise.resolve({ ok: false, firstProblem: first });
      sending = sendOnce(extra, prove);
      return sending;
    },
    reset,
    clear() {
      reset();
      touched.clear();
      shownAt = undefined;
      values.value = Object.fromEntries(fields.map(initialValue));
      consentGiven.value = false;
    },
  };
}

function initialValue({ name, type, value }: FormField): [string, FieldValue] {
  return [name, type === 'checkbox' ? false : (value ?? '')];
}

/** A pattern that is no regular expression refuses nobody: the visitor could not mend it. */
function matches(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text);
  } catch {
    return true;
  }
}

/** E.164 has at most 15 digits, and no number in use has fewer than 7, in whatever script; the proxy judges the rest. */
function countDigits(typed: string): PhoneParseResult {
  const digits = typed.match(/\p{Nd}/gu)?.join('') ?? '';
  const fails = (problem: PhoneProblem): PhoneParseResult => ({ ok: false, problem, country: undefined });
  if (digits === '') return fails({ code: 'not-a-number' });
  if (digits.length < 7) return fails({ code: 'too-short', missing: 7 - digits.length });
  if (digits.length > 15) return fails({ code: 'too-long', extra: digits.length - 15 });
  return { ok: true, digits, country: undefined, international: typed, national: typed };
}
