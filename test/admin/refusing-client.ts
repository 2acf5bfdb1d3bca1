import type { AdminClient } from '../../src/admin/admin-client.ts';

/** A client whose every request fails. A test replaces what it needs. */
export function refusingClient(): AdminClient {
  const refuse = async () => ({ ok: false, unauthorized: false, message: 'not in this test' }) as const;
  return {
    overview: refuse,
    causes: refuse,
    leads: refuse,
    replay: refuse,
    resolve: refuse,
    release: refuse,
    correct: refuse,
    close: refuse,
    erase: refuse,
    lead: refuse,
    blockList: refuse,
    blockNumber: refuse,
    unblockNumber: refuse,
    audit: refuse,
    csv: refuse,
    count: refuse,
    bulk: refuse,
    calls: refuse,
    webhooks: refuse,
    funnel: refuse,
    funnelCsv: refuse,
    settings: refuse,
    saveSettings: refuse,
    previewSettings: refuse,
    settingsHistory: refuse,
    restoreSettings: refuse,
    endCall: refuse,
    endUnknownCalls: refuse,
    dismissWebhook: refuse,
    dismissDeadWebhooks: refuse,
    dismissOrphanedWebhooks: refuse,
    replayWebhook: refuse,
    replayDeadWebhooks: refuse,
    sendPendingWebhooks: refuse,
  };
}
