export { sandboxConfig } from './demo-config.ts';
export { type DemoServers, defaultAddresses, readDemoPorts, startDemoServers } from './demo-servers.ts';
export { announce, stopOnSignal } from './lifecycle.ts';
export { startSite } from './site.ts';
export { startWebhookReceiver } from './webhook-receiver.ts';
