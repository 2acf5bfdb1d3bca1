import * as z from 'zod';

/** A fault that a person or a test requests: what goes wrong, where, and how often. */
export const fault = z.strictObject({
  /**
   * `socket`, `*` for every request, or an endpoint: `PATCH /v1/lead/sendtoworkflow`, `/lead/create` with any method,
   * `/webchat/session`.
   */
  route: z.string().min(1).max(200),
  /**
   * `latency` delays the request by `ms`. `status` responds with `status` without processing the request. `drop` ends the
   * connection without processing or response. `hang` never responds. `cut` processes the request and breaks off in the
   * middle of the response. For `socket` they apply to the handshake; `drop` and `cut` also end all open sockets, and
   * `cut` does nothing else.
   */
  kind: z.enum(['latency', 'status', 'drop', 'hang', 'cut']),
  /** Number of requests. @default 1 */
  count: z.int().min(1).max(1_000_000).default(1),
  /** Delay of `latency`; Retry-After of `status`. @default 1000 for latency */
  ms: z.int().min(0).max(600_000).optional(),
  /** Status code of `status`. @default 503 */
  status: z.int().min(400).max(599).default(503),
  /** Message in the response of `status`: why the service refuses. */
  message: z.string().min(1).max(500).optional(),
});
export type Fault = z.output<typeof fault>;

/** What the response of a `status` fault says. */
export function faultMessage({ message, status }: Fault): string {
  return message ?? `A fault was set: status ${status}.`;
}

export const defaultLatencyMs = 1000;

/** The route that means WebSocket handshakes. */
export const socketRoute = 'socket';
const everyRequest = '*';

export type FaultQueue = ReturnType<typeof createFaultQueue>;

/** The faults to come, in the order in which they were added. */
export function createFaultQueue() {
  let queue: Fault[] = [];
  return {
    add(added: Fault): void {
      queue.push(added);
    },
    clear(): void {
      queue = [];
    },
    /** The fault for a request to this route, counted down by one. */
    take(route: string): Fault | undefined {
      const index = queue.findIndex((queued) => appliesTo(queued.route, route));
      const found = queue[index];
      if (found === undefined) return undefined;
      if (found.count > 1) queue[index] = { ...found, count: found.count - 1 };
      else queue.splice(index, 1);
      return found;
    },
    all: (): readonly Fault[] => queue,
  };
}

/** Whether the route of a fault covers an endpoint, written `METHOD /path`, or the socket. `/v1` may be left out. */
export function appliesTo(faultRoute: string, route: string): boolean {
  if (faultRoute === route) return true;
  if (route === socketRoute) return false;
  if (faultRoute === everyRequest) return true;
  const [, method = '', path = ''] = /^(?:([A-Z]+) +)?(\/.*)$/.exec(faultRoute) ?? [];
  const [endpointMethod = '', endpointPath = ''] = route.split(' ');
  if (method !== '' && method !== endpointMethod) return false;
  return path === endpointPath || `/v1${path}` === endpointPath;
}
