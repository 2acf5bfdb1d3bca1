import type { StoredLead } from '../domain/lead.ts';
import { badRequest, notFound } from '../http/proxy-error.ts';
import { sha256 } from '../sha256.ts';
import type { LeadStore } from '../store/create-store.ts';

export type LeadTokenDeps = { store: Pick<LeadStore, 'secret' | 'find'> };

export type LeadTokens = ReturnType<typeof createLeadTokens>;

/**
 * Tokens that open the sessions and calls of a lead. The lead's id does not, because it is public: pages put it into
 * events and logs. A token is derived from the Idempotency-Key and the store's secret, so a repeated request gets the
 * same token although only its hash is stored.
 */
export function createLeadTokens({ store }: LeadTokenDeps) {
  let secret: string | undefined;
  /** Whether the token is the lead's. Comparing hashes reveals no part of it, whatever the timing of the comparison. */
  const isValid = ({ tokenHash }: Pick<StoredLead, 'tokenHash'>, token: string | undefined): boolean =>
    token !== undefined && sha256(token) === tokenHash;
  return {
    isValid,
    /**
     * Resolves with the lead that a request's body names.
     * @throws ProxyError 400 without a token, 404 for a wrong token or an unknown lead
     */
    async authorize({ lead: id, token }: { lead: string; token?: string | undefined }): Promise<StoredLead> {
      if (token === undefined) throw missingToken();
      const lead = await store.find(id.toLowerCase());
      // A lead whose personal data was deleted has no phone, which sessions and calls need.
      if (lead === undefined || lead.phone === '' || !isValid(lead, token)) {
        throw noSuchLead();
      }
      return lead;
    },
    async derive(key: string): Promise<string> {
      secret ??= await store.secret();
      // Nested like HMAC, and a third faster than `createHmac`.
      return sha256(secret + sha256(secret + key));
    },
    /** The hash to store with the lead. */
    hash: sha256,
  };
}

export function noSuchLead(): Error {
  return notFound('There is no such lead.');
}

function missingToken() {
  return badRequest([{ path: 'token', message: 'is required: the `token` of the response to POST /leads' }]);
}
