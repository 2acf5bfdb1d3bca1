import type { AttributeValue } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import { consentProblem } from '../../protocol/proxy/consent-problem.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import type { FormConfig } from '../config/form-schema.ts';
import { badRequest, unknownForm } from '../http/proxy-error.ts';
import { createLeadFieldsParser } from './lead-fields.ts';
import type { UserTokenReader } from './user-token.ts';

/** A checked lead as it will be stored. Values of a signed token replace the typed ones. */
export type CheckedLead = {
  form: FormConfig;
  /** E.164 digits. */
  phone: string;
  values: Record<string, string | boolean>;
  attributes: Readonly<Record<string, AttributeValue>>;
  /** Names of the fields and attributes that a valid token contains. */
  verifiedFields: readonly string[];
  /** Whether a phone counts only because the visitor or the site has confirmed it. */
  isPhoneConfirmed: boolean;
  /** Whether the site has signed this phone number: then the lead does not come from a bot. */
  isSigned: boolean;
  /** Why the token was ignored. */
  tokenProblem?: string;
};

/** @throws ProxyError 404 for an unknown form, 400 with everything that is wrong */
export type LeadReader = (request: LeadRequest) => Promise<CheckedLead>;

export type LeadReaderDeps = {
  forms: Readonly<Record<string, FormConfig>>;
  readUserToken: UserTokenReader;
  now?: () => number;
};

export function createLeadReader({ forms, readUserToken, now }: LeadReaderDeps): LeadReader {
  const entries = new Map(
    Object.entries(forms).map(([name, form]) => [name, { form, parseFields: createLeadFieldsParser(form, now) }]),
  );
  return async (request) => {
    const entry = entries.get(request.form);
    if (entry === undefined) throw unknownForm();
    const { form, parseFields } = entry;
    const token = request.userToken === undefined ? undefined : await readUserToken(request.userToken, request.form);
    const visitor = token?.status === 'valid' ? token.visitor : undefined;
    const isOfForm = ([name]: [string, string]) => form.fields.some((field) => field.name === name);
    const signed = Object.entries(visitor?.fields ?? {});
    const signedFields = Object.fromEntries(signed.filter(isOfForm));
    const fields = parseFields(
      { ...request.fields, ...signedFields },
      {
        country: request.country,
        isConfirmed: (name) => request.phoneConfirmed === true || Object.hasOwn(signedFields, name),
      },
    );
    const issues = [
      ...(fields.ok ? [] : fields.issues),
      ...consentIssues(request, form),
      ...attributeIssues(request, form),
    ];
    if (!fields.ok || issues.length > 0) throw badRequest(issues);
    const { phone } = fields;
    // A field that the form does not show for these answers is not kept, whoever vouches for it.
    const kept = signed.filter((field) => !isOfForm(field) || Object.hasOwn(fields.values, field[0]));
    return {
      form,
      phone,
      // Signed fields that the form does not ask for. The service knows them.
      values: { ...fields.values, ...Object.fromEntries(signed.filter((field) => !isOfForm(field))) },
      attributes: { ...request.attributes, ...visitor?.attributes },
      verifiedFields: [...kept.map(([name]) => name), ...Object.keys(visitor?.attributes ?? {})],
      isPhoneConfirmed: fields.hasConfirmedPhone,
      isSigned: visitor?.fields.phone === `+${phone}`,
      ...(token?.status === 'invalid' && { tokenProblem: token.reason }),
    };
  };
}

function consentIssues({ consent }: LeadRequest, form: FormConfig): Issue[] {
  const problem = consentProblem(form.consent, consent);
  switch (problem) {
    case undefined:
      return [];
    case 'required':
      return [{ path: 'consent.granted', message: 'must be true: this form requires consent' }];
    case 'outdated':
      return [
        {
          path: 'consent.version',
          message:
            consent?.version === undefined
              ? 'is missing: name the version of the text that the visitor has seen'
              : 'is no longer the version of this form; ask again with the current text',
        },
      ];
    default:
      return problem satisfies never;
  }
}

function attributeIssues({ attributes = {} }: LeadRequest, form: FormConfig): Issue[] {
  return Object.keys(attributes)
    .filter((name) => !form.attributes.includes(name))
    .map((name) => ({
      path: `attributes.${name}`,
      message: 'is not an attribute of this form: add it to the form in the proxy configuration',
    }));
}
