import type { PageLifecycle } from '../connection/page-lifecycle.ts';
import { createHooksGateway } from './hooks-gateway.ts';
import {
  createLeadController,
  type LeadController,
  type LeadControllerDeps,
  type LeadOptions,
} from './lead-controller.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createProxyGateway, type GatewayDeps } from './proxy-gateway.ts';

export type LeadsOptions = LeadOptions & { proxyUrl: string | undefined; hooksUrl: string | undefined };

export type LeadsDeps = Omit<LeadControllerDeps, 'gateway'> &
  Omit<GatewayDeps, 'isPersistent' | 'onWake'> & { pageLifecycle: PageLifecycle };

/**
 * Creates everything about a chat's leads: form, queue, requests and call-back. The widget loads this code only for a chat
 * with leads. Returns undefined without a URL to send them to.
 */
export function createLeads(options: LeadsOptions, deps: LeadsDeps): LeadController | undefined {
  const gateway = createGateway(options, deps);
  return gateway && createLeadController(options, { ...deps, gateway });
}

function createGateway(
  { flowId, proxyUrl, hooksUrl, consent }: LeadsOptions,
  deps: LeadsDeps,
): LeadGateway | undefined {
  const gatewayDeps = {
    ...deps,
    isPersistent: consent === 'granted',
    onWake: (listener: () => void) =>
      deps.pageLifecycle.listen((event) => {
        if (event === 'online' || event === 'visible') listener();
      }),
  };
  if (proxyUrl !== undefined) return createProxyGateway(proxyUrl, gatewayDeps);
  return hooksUrl === undefined ? undefined : createHooksGateway(hooksUrl, flowId, gatewayDeps);
}
