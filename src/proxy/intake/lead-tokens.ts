import { badRequest, notFound } from '../http/proxy-error.ts';
import { sha256 } from '../sha256.ts';
import type { LeadIntake, StoredLead } from '../store/index.ts';

/**
 * Tokens that open the sessions and calls of a lead. The lead's id does not, because it is public: pages put it into
 * events and logs. A token is derived from the Idempotency-Key and the store's secret, so a repeated request gets the
 * same token although only its hash is stored.
 */
export type LeadTokens = {
  derive(key: string): Promise<string>;
  /** The hash to store with the lead. */
  hash(token: string): string;
  /** Whether the token is the lead's. */
  isValid(lead: Pick<StoredLead, 'tokenHash'>, token: string | undefined): boolean;
  /**
   * Resolves with the lead that a request's body names.
   * @throws ProxyError 400 without a token, 404 for a wrong token or an unknown lead
   */
  authorize(reference: { lead: string; token?: string | undefined }): Promise<StoredLead>;
};

export type LeadTokenDeps = { store: Pick<LeadIntake, 'secret' | 'find'> };

export function createLeadTokens({ store }: LeadTokenDeps): LeadTokens {
  let secret: string | undefined;
  // Comparing hashes reveals no part of the token, whatever the timing of the comparison.
  const isValid: LeadTokens['isValid'] = ({ tokenHash }, token) => token !== undefined && sha256(token) === tokenHash;
  return {
    isValid,
    async authorize({ lead: id, token }) {
      if (token === undefined) throw missingToken();
      const lead = await store.find(id.toLowerCase());
      // A lead whose personal data was deleted has no phone, which sessions and calls need.
      if (lead === undefined || lead.phone === '' || !isValid(lead, token)) {
        throw notFound('There is no such lead.');
      }
      return lead;
    },
    async derive(key) {
      secret ??= await store.secret();
      // Nested like HMAC, and a third faster than `createHmac`.
      return sha256(secret + sha256(secret + key));
    },
    hash: sha256,
  };
}

function missingToken() {
  return badRequest([{ path: 'token', message: 'is required: the `token` of the response to POST /leads' }]);
}
