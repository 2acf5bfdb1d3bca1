import type { CreateLeadSide } from '../conversation/lead-controller.ts';
import { leadSideOver } from './create-lead-controller.ts';
import { createHooksGateway } from './hooks-gateway.ts';
import { createKeptCall } from './persisted-call.ts';
import { createProxyGateway, type GatewayParts } from './proxy-gateway.ts';

export { type Attribution, landingUrl, readAttribution } from './attribution.ts';
export type { GatewayParts } from './proxy-gateway.ts';

export type LeadWay = { flowId: string; proxyUrl?: string | undefined; hooksUrl?: string | undefined };

/** The lead side of a chat over the proxy, or straight to the service (4.10); undefined when there is neither. */
export function createLead({ flowId, proxyUrl, hooksUrl }: LeadWay, parts: GatewayParts): CreateLeadSide | undefined {
  const call = createKeptCall({ flowId, ...parts });
  if (proxyUrl !== undefined) return leadSideOver(createProxyGateway(proxyUrl, parts), call);
  return hooksUrl === undefined ? undefined : leadSideOver(createHooksGateway(hooksUrl, flowId, parts), call);
}
