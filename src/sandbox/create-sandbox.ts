import { type Clock, systemClock } from '../clock.ts';
import { defaultScript } from './agent/default-script.ts';
import { type AgentScriptInput, checkAgentScript } from './agent/script.ts';
import { createChatSockets } from './chat/chat-sockets.ts';
import { createConversations } from './chat/conversations.ts';
import { createHandshakes } from './chat/handshakes.ts';
import { faultEndpoints } from './faults/fault-endpoints.ts';
import { createFaultList } from './faults/fault-list.ts';
import { inspectEndpoints } from './inspect/inspect-endpoints.ts';
import { createJournal } from './inspect/journal.ts';
import { agentPicture } from './inspect/serve-page.ts';
import { defaultIds, defaultKey, knownIds, type MoreIds } from './known-ids.ts';
import { createLeadFile } from './leads/lead-file.ts';
import { callEndpoints } from './rest/call-endpoints.ts';
import { leadEndpoints } from './rest/lead-endpoints.ts';
import { sessionEndpoint } from './rest/session-endpoint.ts';
import { tagEndpoints } from './rest/tag-endpoints.ts';
import { workflowEndpoints } from './rest/workflow-endpoints.ts';
import { createApp, restBase } from './server/create-app.ts';
import { listen } from './server/listen.ts';
import { openStore } from './store/store.ts';

export type SandboxOptions = MoreIds & {
  /** Port to listen on; 0 takes any free one. @default 0 */
  port?: number;
  /** Address to listen on. `0.0.0.0` lets other machines in: there is no key on `/sandbox`. @default "127.0.0.1" */
  host?: string;
  /** File that keeps everything over restarts. @default in memory */
  dataFile?: string;
  /** API key that 4.1 to 4.9 ask for. @default "sandbox-key" */
  key?: string;
  /** What the agent says in the chat. @default a short talk for a small business */
  script?: AgentScriptInput;
  /** Whether a connection gets the agent's earlier messages again; the interface does not say (webchat connection). @default true */
  replay?: boolean;
  /** Length of one step of a simulated call, of which it takes four to six, in milliseconds. @default 1000 */
  callStepMs?: number;
  /** Time, for tests. @default the system's */
  clock?: Clock;
};

export type Sandbox = {
  /** {hooks_url}; with `/v1` {base_url}, with `ws:` {wss_url}. */
  url: string;
  port: number;
  /** Ids that every sandbox knows. */
  ids: { flow: string; journey: string; agent: string };
  /** Finishes what is in flight within a second or two, closes sockets (1001) and the data. */
  stop(): Promise<void>;
};

/**
 * Starts a local implementation of the whole service on one port. Rejects with Node's error when the port is taken, and
 * with an error that names the fault when the data file, the script or an id cannot be used.
 * @example
 * const sandbox = await createSandbox();
 * await fetch(`${sandbox.url}/v1/lead/get?phone=14155552671`, { headers: { authorization: 'Bearer sandbox-key' } });
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    key = defaultKey,
    replay = true,
    callStepMs = 1000,
    clock = systemClock,
  } = options;
  const ids = knownIds(options);
  const script = checkAgentScript(options.script ?? defaultScript);
  const store = openStore(options.dataFile);
  const address = { host: isLocal(host) ? 'localhost' : host, port };
  const url = () => `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;

  const leads = createLeadFile(store.leads, clock);
  const conversations = createConversations({ store: store.conversations, leads, ids, script, clock });
  const owner = () => ({
    id: defaultIds.agent,
    name: script.name,
    profilepic: script.profilepic ?? `${url()}${agentPicture}`,
  });
  const sockets = createChatSockets({ conversations, clock, owner, thinkMs: script.thinkMs, replay });
  const faults = createFaultList();
  const journal = createJournal(clock);
  const handshakes = createHandshakes({ sockets, faults, journal, clock });

  const rest = [
    ...callEndpoints({ calls: store.calls, ids, clock, callStepMs }),
    ...leadEndpoints(leads),
    ...tagEndpoints(leads),
    ...workflowEndpoints({ leads, enrolments: store.enrolments, ids, clock }),
  ];
  const session = sessionEndpoint({ conversations, ids, address: () => address });
  const routes = [
    ...rest.map(({ method, path }) => `${method} ${restBase}${path}`),
    `${session.method} ${session.path}`,
  ];
  const inspection = [
    ...faultEndpoints({ faults, routes, cutSockets: () => sockets.cutAll() }),
    ...inspectEndpoints({
      ...{ store, conversations, clock, callStepMs, journal, faults, ids, routes },
      connections: sockets.connections,
      // 1012: come back in a moment. Whoever does learns that the session is gone.
      closeSockets: () => sockets.closeAll(1012, 'the sandbox was reset'),
    }),
  ];
  const app = createApp({ rest, session, inspection, faults, journal, clock, key, transaction: store.transaction });

  const release = async () => {
    handshakes.stop();
    await sockets.stop();
  };
  let stopped: Promise<void> | undefined;
  try {
    const server = await listen({ app, upgrade: handshakes.take, port, host });
    address.port = server.port;
    return {
      url: url(),
      port: server.port,
      ids: { ...defaultIds },
      stop() {
        stopped ??= server.stop(release).then(() => store.close());
        return stopped;
      },
    };
  } catch (error) {
    await release();
    store.close();
    throw error;
  }
}

/** Addresses of this machine, which it is called `localhost` at. */
function isLocal(host: string): boolean {
  return ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
}
