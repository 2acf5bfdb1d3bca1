import { type AssumptionName, assumptionNotes } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkJourneys } from './check-journeys.ts';
import { type Confirmations, checkRest } from './check-rest.ts';
import { checkSessionHost } from './check-session-host.ts';
import { checkSocket, type SocketProbe } from './check-socket.ts';
import type { DoctorFetch } from './probe.ts';
import { type AssumptionFinding, type DoctorCheck, type DoctorReport, reportOf } from './report.ts';

/** What the doctor reaches the world with; Node's are in `node-doctor-parts.ts`. */
export type DoctorDeps = {
  fetch: DoctorFetch;
  openSocket: SocketProbe;
  /** Opens the store and rejects when it cannot be written. */
  checkStore: () => Promise<void>;
  /** A UUID that no lead and no call has. */
  unknownId: () => string;
};

/**
 * Checks a configuration against the live service. Nothing is created, changed, called or enrolled there; at most an
 * empty anonymous conversation is left.
 */
export async function runDoctor(config: ProxyConfig, parts: DoctorDeps): Promise<DoctorReport> {
  const [rest, sessionHost, socket, store] = await Promise.all([
    checkRest(config, parts.fetch, parts.unknownId()),
    checkSessionHost(config, parts.fetch),
    checkSocket(config, parts.openSocket),
    checkStore(config, parts),
  ]);
  const journeys = rest.keyAccepted ? await checkJourneys(config, parts.fetch) : [];
  const checks = [...checkConfiguration(config), store, ...rest.checks, ...journeys, sessionHost.check, socket.check];
  const confirmations = { ...rest.confirmations, ...sessionHost.confirmations, ...socket.confirmations };
  return reportOf(checks, findings(confirmations));
}

async function checkStore({ store }: ProxyConfig, parts: DoctorDeps): Promise<DoctorCheck> {
  const name = 'store';
  // A database's address holds a password.
  const shown = store.startsWith('sqlite:') ? store : `the database at ${URL.parse(store)?.host}`;
  try {
    await parts.checkStore();
    return { name, state: 'ok', detail: `${shown} can be written` };
  } catch (error) {
    const advice = 'Check `store` (DATABASE_URL): the folder must exist and be writable, the database reachable.';
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { name, state: 'failed', detail: `${shown} cannot be used${reason}`, advice };
  }
}

function findings(confirmations: Confirmations): AssumptionFinding[] {
  return assumptionNames.map((name) => {
    const { section, choice } = assumptionNotes[name];
    return { name, section, choice, ...(confirmations[name] ?? { state: 'not checked' }) };
  });
}

const assumptionNames = Object.keys(assumptionNotes).filter(isAssumptionName);

function isAssumptionName(name: string): name is AssumptionName {
  return name in assumptionNotes;
}
