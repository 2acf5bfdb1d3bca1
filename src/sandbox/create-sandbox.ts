import { type Clock, systemClock } from '../clock.ts';
import { containsText } from '../protocol/service/frames.ts';
import { defaultScript } from './agent/default-script.ts';
import { type AgentScriptInput, checkAgentScript } from './agent/script.ts';
import type { AcceptedFrames } from './chat/any-frame.ts';
import { createChatSockets } from './chat/chat-sockets.ts';
import { createConversations } from './chat/conversations.ts';
import { createHandshakes } from './chat/handshakes.ts';
import { createFaultQueue } from './faults/fault-queue.ts';
import { faultRoutes } from './faults/fault-routes.ts';
import { inspectRoutes } from './inspect/inspect-routes.ts';
import { createRequestLog } from './inspect/request-log.ts';
import { agentPicture } from './inspect/serve-page.ts';
import { defaultIds, defaultKey, type ExtraIds, knownIds } from './known-ids.ts';
import { createLeads } from './leads/leads.ts';
import { callEndpoints } from './rest/call-endpoints.ts';
import { leadEndpoints } from './rest/lead-endpoints.ts';
import { sessionEndpoint } from './rest/session-endpoint.ts';
import { workflowEndpoints } from './rest/workflow-endpoints.ts';
import { createApp, restBase } from './server/create-app.ts';
import { type Listener, listen } from './server/listen.ts';
import { openStore } from './store/store.ts';

export type SandboxOptions = ExtraIds & {
  /** Port; 0 means any free one. @default 0 */
  port?: number;
  /** Address to listen on. `0.0.0.0` also admits other machines, and `/sandbox` needs no key. @default "127.0.0.1" */
  host?: string;
  /** SQLite file for the data. @default in memory */
  dataFile?: string;
  /** API key of the REST endpoints. @default "sandbox-key" */
  key?: string;
  /** What the agent says in the chat. @default a short script for a small business */
  script?: AgentScriptInput;
  /** Whether a connection gets the agent's earlier messages again; the service API leaves this open (`historyOnResume`). @default true */
  replay?: boolean;
  /** The only frame that counts as a visitor's message, with `{text}` in its place: `{ event: 'say', data: { body: '{text}' } }`. Or `any`: every frame that contains a text. @default {"type":"message","content":"{text}"} */
  messageFrame?: AcceptedFrames;
  /** Flow that session initialization returns instead of the requested one. @default the requested one */
  sessionFlow?: string;
  /**
   * A second port. Sessions from session initialization open only there, as for a service with several WebSocket hosts;
   * 0 means any free one. @default none
   */
  sessionPort?: number;
  /** Length of a step of a simulated call, which takes two to six steps, in milliseconds. @default 1000 */
  callStepMs?: number;
  /** Address of the site that uses this sandbox. The page at `/` links to it. @default none */
  siteUrl?: string;
  /** @default the system's clock */
  clock?: Clock;
};

export type Sandbox = {
  /** {hooks_url}; with `/v1` {base_url}, with `ws:` {wss_url}. */
  url: string;
  port: number;
  /** Ids that every sandbox knows. */
  ids: { flow: string; journey: string; agent: string };
  /** Closes sockets with 1001, gives open requests a second, and closes the data. */
  stop(): Promise<void>;
};

/**
 * Starts a local implementation of the service API on one port. Rejects with Node's error when the port is taken, and with
 * an error that says why when the data file, the script or an id cannot be used.
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
  const { messageFrame, sessionFlow, sessionPort, siteUrl } = options;
  if (messageFrame !== undefined && messageFrame !== 'any' && !containsText(messageFrame)) {
    throw new Error(`messageFrame must contain "{text}" in one of its values, got ${JSON.stringify(messageFrame)}.`);
  }
  const flows = [...(options.flows ?? []), ...(sessionFlow === undefined ? [] : [sessionFlow])];
  const ids = knownIds({ ...options, flows });
  const script = checkAgentScript(options.script ?? defaultScript);
  const store = openStore(options.dataFile);
  const address = { host: isLocal(host) ? 'localhost' : host, port };
  const url = () => `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;

  const leads = createLeads(store.leads, clock);
  const conversations = createConversations({ store: store.conversations, leads, ids, script, clock });
  const owner = () => ({
    id: defaultIds.agent,
    name: script.name,
    profilepic: script.profilepic ?? `${url()}${agentPicture}`,
  });
  const sessionAddress = { ...address };
  const sockets = createChatSockets({
    ...{ conversations, clock, owner, thinkMs: script.thinkMs, replay, messageFrame },
    takesSessions: (port) => port === sessionAddress.port,
  });
  const faults = createFaultQueue();
  const requestLog = createRequestLog(clock);
  const handshakes = createHandshakes({ sockets, faults, requestLog, clock });

  const rest = [
    ...callEndpoints({ calls: store.calls, ids, clock, callStepMs }),
    ...leadEndpoints(leads),
    ...workflowEndpoints({ leads, enrolments: store.enrolments, ids, clock }),
  ];
  const session = sessionEndpoint({ conversations, ids, address: () => sessionAddress, flowId: sessionFlow });
  const routes = [
    ...rest.map(({ method, path }) => `${method} ${restBase}${path}`),
    `${session.method} ${session.path}`,
  ];
  const inspection = [
    ...faultRoutes({ faults, routes, cutSockets: () => sockets.cutAll() }),
    ...inspectRoutes({
      ...{ store, conversations, clock, callStepMs, requestLog, faults, ids, routes, siteUrl },
      socketCount: sockets.socketCount,
      // 1012 means "service restart". A client that reconnects learns that its session is gone.
      closeSockets: () => sockets.closeAll(1012, 'the sandbox was reset'),
    }),
  ];
  const app = createApp({ rest, session, inspection, faults, requestLog, clock, key, transaction: store.transaction });

  const endSockets = async () => {
    handshakes.stop();
    await sockets.stop();
  };
  const servers: Listener[] = [];
  const startServer = async (wantedPort: number): Promise<number> => {
    const server = await listen({ app, onUpgrade: handshakes.handle, port: wantedPort, host });
    servers.push(server);
    return server.port;
  };
  const stopAll = async () => {
    await Promise.all(servers.map((server) => server.stop(endSockets)));
    await endSockets();
    store.close();
  };
  let stopped: Promise<void> | undefined;
  try {
    address.port = await startServer(port);
    sessionAddress.port = sessionPort === undefined ? address.port : await startServer(sessionPort);
  } catch (error) {
    await stopAll();
    throw error;
  }
  return {
    url: url(),
    port: address.port,
    ids: { ...defaultIds },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}

/** Whether clients reach the address as `localhost`. */
function isLocal(host: string): boolean {
  return ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
}
