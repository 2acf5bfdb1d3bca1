export { defaultAddresses, readDemoPorts, sandboxConfig, startDemoServers } from './demo-servers.ts';
export { announce, stopOnSignal } from './lifecycle.ts';
export { startSite } from './site.ts';
