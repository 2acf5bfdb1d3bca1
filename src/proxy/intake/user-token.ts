import { errors, type JWTPayload, jwtVerify } from 'jose';
import { cleanText } from '../../protocol/clean-text.ts';
import { cutText } from '../../protocol/cut-text.ts';
import { type AttributeValue, attributeValue, defaultFields, maxUserTokenLength } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { FormConfig } from '../config/form-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { createFieldParser, type FieldParser } from './lead-fields.ts';

/** The values of a signed token that the form can use. */
export type SignedVisitor = {
  /** By field name. The phone is in the international format. */
  fields: Record<string, string>;
  attributes: Record<string, AttributeValue>;
  /** Claims that were ignored, with the reason. */
  issues: Issue[];
};

export type UserTokenResult =
  | { status: 'valid'; visitor: SignedVisitor }
  /** `reason` contains no part of the token, so it can be logged and sent to the browser. */
  | { status: 'invalid'; reason: string };

/** Verifies a visitor's token for one of the forms. `at`: when it has to be valid. @default now */
export type UserTokenReader = (token: string, form: string, at?: number) => Promise<UserTokenResult>;

export type UserTokenOptions = Pick<ProxyConfig, 'forms' | 'identity'> & { now: () => number };

/** For a server whose clock is a little ahead. */
const clockToleranceSeconds = 5;
const claimNames = ['phone', 'email', 'first_name', 'last_name'];

/**
 * Tokens are JWTs that the site's server signs with HS256 and `identity.secret`. No other algorithm is accepted, so a
 * token cannot choose how it is verified.
 */
export function createUserTokenReader({ forms, identity, now }: UserTokenOptions): UserTokenReader {
  const readers = new Map(Object.entries(forms).map(([name, form]) => [name, createClaimsReader(form)]));
  let key: Promise<CryptoKey> | undefined;
  return async (token, form, at = now()) => {
    const readClaims = readers.get(form);
    if (identity === undefined) return invalid('cannot be verified: the proxy has no `identity.secret`');
    if (readClaims === undefined) return invalid('cannot be verified: there is no such form');
    if (token.length > maxUserTokenLength) return invalid(`is longer than ${maxUserTokenLength} characters`);
    key ??= importKey(identity.secret);
    const verificationKey = await key;
    try {
      const { payload } = await jwtVerify(token, verificationKey, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(at),
      });
      return { status: 'valid', visitor: readClaims(payload) };
    } catch (error) {
      return invalid(reasonOf(error));
    }
  };
}

function invalid(reason: string): UserTokenResult {
  return { status: 'invalid', reason };
}

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
}

/** Replaces jose's messages, which may quote the token. */
function reasonOf(error: unknown): string {
  switch (error instanceof errors.JOSEError ? error.code : '') {
    case 'ERR_JWT_EXPIRED':
      return 'has expired';
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'is signed with another key';
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return 'must be signed with HS256';
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return 'must have the claim `exp`, and be valid now';
    default:
      return 'is not a JWT';
  }
}

/** Reads the claims that a form can use. Only invalid claims are ignored, not the whole token. */
function createClaimsReader(form: FormConfig): (claims: JWTPayload) => SignedVisitor {
  const parsers = new Map<string, FieldParser>(
    claimNames.flatMap((name) => {
      const field = [...form.fields, ...defaultFields].find((known) => known.name === name);
      return field === undefined ? [] : [[name, createFieldParser(field, form)]];
    }),
  );
  const attributeNames = new Set(form.attributes);

  return (claims) => {
    const visitor: SignedVisitor = { fields: {}, attributes: {}, issues: [] };
    const ignore = (path: string, message: string) => {
      visitor.issues.push({ path: `userToken.${path}`, message });
    };
    for (const [name, parse] of parsers) {
      const claim = claims[name] ?? '';
      // The parser of a hidden field would replace an empty text by the field's own value, which is not signed.
      if (typeof claim === 'string' && cleanText(claim) === '') continue;
      // The site vouches for a number, also for one that is not known to be in use.
      const result = typeof claim === 'string' ? parse(claim, { isConfirmed: true }) : undefined;
      if (result === undefined) ignore(name, 'must be a text');
      else if (!result.ok) ignore(name, result.issue.message);
      else if (typeof result.value === 'string')
        visitor.fields[name] = name === 'phone' ? `+${result.value}` : result.value;
    }
    const { attributes = {} } = claims;
    for (const [name, claim] of Object.entries(Object(attributes))) {
      const value = attributeValue.safeParse(claim);
      const path = `attributes.${cutText(name, 64)}`;
      if (!attributeNames.has(name))
        ignore(path, 'is not an attribute of this form: add it to the form in the proxy configuration');
      else if (!value.success) ignore(path, 'must be a text, a number, true or false');
      else visitor.attributes[name] = value.data;
    }
    return visitor;
  };
}
