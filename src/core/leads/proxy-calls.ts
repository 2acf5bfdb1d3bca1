import { callAccepted, callStatus, type ProxyErrorBody } from '../../protocol/index.ts';
import type { StoredLeads } from './lead-gateway.ts';

export type ProxyCallsDeps = {
  /** Asks the proxy; resolves with the body of its answer. */
  ask(path: string, body?: object): Promise<unknown>;
  readError(body: unknown): ProxyErrorBody | undefined;
};

/** Call-backs over the proxy. */
export function proxyCalls({ ask, readError }: ProxyCallsDeps): Pick<StoredLeads, 'requestCall' | 'callStatus'> {
  return {
    async requestCall(lead) {
      const answer = await ask('/calls', { lead });
      const accepted = callAccepted.safeParse(answer).data;
      if (accepted !== undefined) return { ok: true, call: accepted.call };
      const failure = readError(answer);
      return { ok: false, code: failure?.reason ?? failure?.code ?? 'unreachable' };
    },
    callStatus: async (call) => callStatus.safeParse(await ask(`/calls/${encodeURIComponent(call)}`)).data?.state,
  };
}
