import type { Digest } from '../deps.ts';
import { badRequest, notFound } from '../http/proxy-error.ts';
import type { LeadIntake, StoredLead } from '../store/index.ts';

/**
 * Tokens that open the sessions and calls of a lead. The lead's id does not, because it is public: pages put it into
 * events and logs. A token is derived from the Idempotency-Key and the store's secret, so a repeated request gets the
 * same token although only its hash is stored.
 */
export type LeadTokens = {
  derive(key: string): Promise<string>;
  /** The hash to store with the lead. */
  hash(token: string): Promise<string>;
  /** Whether the token is the lead's. Leads that older builds stored without a token need none. */
  isValid(lead: Pick<StoredLead, 'tokenHash'>, token: string | undefined): Promise<boolean>;
  /**
   * Resolves with the lead that a request's body names.
   * @throws ProxyError 400 without a token, 404 for a wrong token or an unknown lead
   */
  authorize(reference: { lead: string; token?: string | undefined }): Promise<StoredLead>;
};

export type LeadTokenDeps = { store: Pick<LeadIntake, 'secret' | 'find'>; digest: Digest };

export function createLeadTokens({ store, digest }: LeadTokenDeps): LeadTokens {
  let secret: string | undefined;
  const isValid: LeadTokens['isValid'] = async ({ tokenHash }, token) => {
    // Comparing hashes reveals no part of the token, whatever the timing of the comparison.
    return tokenHash === undefined || (token !== undefined && (await digest(token)) === tokenHash);
  };
  return {
    isValid,
    async authorize({ lead: id, token }) {
      const lead = await store.find(id.toLowerCase());
      if (token === undefined && (lead === undefined || lead.tokenHash !== undefined)) throw missingToken();
      // A lead whose personal data was deleted has no phone, which sessions and calls need.
      if (lead === undefined || lead.phone === '' || !(await isValid(lead, token))) {
        throw notFound('There is no such lead.');
      }
      return lead;
    },
    async derive(key) {
      secret ??= await store.secret();
      // Nested like HMAC. WebCrypto's HMAC has no synchronous form and costs a tenth of the intake.
      return digest(secret + (await digest(secret + key)));
    },
    hash: async (token) => digest(token),
  };
}

function missingToken() {
  return badRequest([{ path: 'token', message: 'is required: the `token` of the response to POST /leads' }]);
}
