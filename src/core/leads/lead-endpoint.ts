import type { CreateLeadController } from '../conversation/lead-controller.ts';
import { createLeadController } from './create-lead-controller.ts';
import { createHooksGateway } from './hooks-gateway.ts';
import { createPersistedCall } from './persisted-call.ts';
import { createProxyGateway, type GatewayDeps } from './proxy-gateway.ts';

export { type Attribution, landingUrl, readAttribution } from './attribution.ts';
export type { GatewayDeps } from './proxy-gateway.ts';

export type LeadEndpoint = { flowId: string; proxyUrl?: string | undefined; hooksUrl?: string | undefined };

/** The lead side of a chat over the proxy, or straight to the service (4.10); undefined when there is neither. */
export function createLead(
  { flowId, proxyUrl, hooksUrl }: LeadEndpoint,
  parts: GatewayDeps,
): CreateLeadController | undefined {
  const call = createPersistedCall({ flowId, ...parts });
  if (proxyUrl !== undefined) return createLeadController(createProxyGateway(proxyUrl, parts), call);
  return hooksUrl === undefined ? undefined : createLeadController(createHooksGateway(hooksUrl, flowId, parts), call);
}
