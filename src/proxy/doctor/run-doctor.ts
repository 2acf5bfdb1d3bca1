import { type AssumptionName, assumptionNotes, defaultAssumptions } from '../../protocol/service/assumptions.ts';
import type { Environment } from '../config/environment.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { createLiveConfig, type LiveConfig } from '../settings/live-config.ts';
import { describeStore } from '../store/describe-store.ts';
import { isStoreError, storeFailureReason } from '../store/store-error.ts';
import { checkConfiguration } from './check-configuration.ts';
import { type Confirmations, checkJourneys, checkRest } from './check-rest.ts';
import { checkSessionHost } from './check-session-host.ts';
import { checkReceivers, checkSettings } from './check-settings.ts';
import { checkMessageFrame, checkSocket, type SocketProbe } from './check-socket.ts';
import { type ConnectionProbe, checkWebhooks } from './check-webhooks.ts';
import type { DoctorFetch } from './probe.ts';
import { type AssumptionFinding, checkOf, type DoctorCheck, type DoctorReport, reportOf } from './report.ts';

/** The doctor's ports. `node-doctor-deps.ts` implements them on Node. */
export type DoctorDeps = {
  fetch: DoctorFetch;
  openSocket: SocketProbe;
  connect: ConnectionProbe;
  /** Opens the store, and rejects if it is not writable. `absent`: there is none yet, but the proxy can create it. */
  checkStore: () => Promise<'writable' | 'absent'>;
  /** Adds what is saved in the dashboard. Rejects if the store cannot be read. */
  readSaved: (live: LiveConfig) => Promise<void>;
  now: () => number;
  /** The environment that the configuration was read from. */
  env: Environment;
  /** A UUID that belongs to no lead and no call. */
  unknownId: () => string;
};

/**
 * Checks a configuration against the live service. It creates no lead, places no call and enrolls nobody. It leaves
 * only an anonymous conversation, perhaps with a greeting; with `chat` also a second one with a message.
 */
export async function runDoctor(
  file: ProxyConfig,
  deps: DoctorDeps,
  { chat = false }: { chat?: boolean } = {},
): Promise<DoctorReport> {
  const live = createLiveConfig(file);
  const isReadable = await deps.readSaved(live).then(
    () => true,
    () => false,
  );
  const config = live.config.value;
  const [rest, sessionHost, socket, store, webhooks] = await Promise.all([
    checkRest(config, deps.fetch, deps.unknownId()),
    checkSessionHost(config, deps.fetch),
    checkSocket(config, deps.openSocket),
    checkStore(config, deps),
    checkWebhooks(config, deps.connect),
  ]);
  const journeys = rest.keyAccepted ? await checkJourneys(config, deps.fetch) : [];
  const message = chat ? await checkChat(config, deps, socket) : undefined;
  const checks = [
    ...checkConfiguration(config, deps.env, deps.now()),
    store,
    isReadable ? checkSettings(live) : unreadSettings,
    ...checkReceivers(live),
    ...rest.checks,
    ...journeys,
    sessionHost.check,
    socket,
    ...(message === undefined ? [] : [message.check]),
    ...webhooks,
  ];
  const confirmations = {
    ...rest.confirmations,
    ...sessionHost.confirmations,
    ...message?.confirmations,
  };
  return reportOf(checks, findings(confirmations));
}

const unreadSettings = checkOf('saved settings').skipped('needs a store that was used before');

async function checkChat(config: ProxyConfig, { openSocket }: DoctorDeps, socket: DoctorCheck) {
  if (socket.state !== 'failed') return checkMessageFrame(config, openSocket);
  return { check: checkOf('chat message').skipped('needs a working chat socket'), confirmations: {} };
}

async function checkStore({ store }: ProxyConfig, deps: DoctorDeps): Promise<DoctorCheck> {
  const { ok, failed } = checkOf('store');
  const shown = describeStore(store);
  try {
    const state = await deps.checkStore();
    const detail = state === 'writable' ? 'is writable' : 'does not exist yet; the proxy creates it when it starts';
    return ok(`${shown} ${detail}`);
  } catch (error) {
    const advice = 'Check `store` (DATABASE_URL): the folder must exist and be writable, the database reachable.';
    if (isStoreError(error)) {
      const reason = storeFailureReason(error);
      const detail = reason.includes(shown) ? reason : `${shown} accepts no leads: ${reason}`;
      return failed(detail, error.code === 'disk-full' ? 'Free some space.' : advice);
    }
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return failed(`${shown} cannot be used${reason}`, advice);
  }
}

function findings(confirmations: Confirmations): AssumptionFinding[] {
  return assumptionNames.map((name) => {
    const { section, choice } = assumptionNotes[name];
    return {
      name,
      section,
      choice,
      ...(confirmations[name] ?? { state: 'not checked', detail: howToCheck[name] ?? howToCheck.other }),
    };
  });
}

/** How to check the assumptions that the doctor cannot check without creating something. */
const howToCheck: Partial<Record<AssumptionName, string>> & { other: string } = {
  clientFrame: '`doctor --chat` sends one message: an answer confirms it',
  socketHost: 'submit the lead form: a greeting by name confirms it',
  callNeedsAgentAndPhone: 'ask for a call-back to your own number',
  other: 'leave a lead on your site, and compare it with the workspace',
};

/** Those about which an operator can do something. For the others, leadchat handles both cases. */
const assumptionNames = Object.keys(assumptionNotes).filter(isConfigurable);

function isConfigurable(name: string): name is AssumptionName {
  return name in defaultAssumptions || name === 'clientFrame';
}
