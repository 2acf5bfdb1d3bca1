import * as z from 'zod';
import { cutText } from '../../protocol/cut-text.ts';
import { type Endpoint, endpoint } from '../rest/endpoint.ts';
import { failure, success } from '../rest/response.ts';
import { appliesTo, type Fault, type FaultQueue, fault, socketRoute } from './fault-queue.ts';

type FaultRoutesDeps = { faults: FaultQueue; routes: readonly string[]; cutSockets: () => void };

const faultList = z.array(fault).max(100);
const shape =
  'A fault looks like {"route":"POST /v1/lead/create","kind":"status","status":503,"count":2}. ' +
  `\`kind\` is ${fault.shape.kind.options.join(', ')}; \`ms\` is the delay of latency, or Retry-After of status; \`message\` is what status says.`;

/** `POST /sandbox/faults` adds faults, `DELETE` clears them, `GET` lists those to come. */
export function faultRoutes({ faults, routes, cutSockets }: FaultRoutesDeps): Endpoint[] {
  const add = (added: Fault) => {
    const isSocket = added.route === socketRoute;
    if (isSocket && (added.kind === 'cut' || added.kind === 'drop')) cutSockets();
    if (!isSocket || added.kind !== 'cut') faults.add(added);
  };
  const list = () => ({ faults: faults.all() });
  const clear = () => {
    faults.clear();
    return success('There are no faults.', list());
  };

  return [
    // One fault or a list of them; an empty list clears all.
    endpoint(['POST', '/faults'], 'body', z.unknown(), (body) => {
      const parsed = faultList.safeParse(Array.isArray(body) ? body : [body]);
      if (!parsed.success) return failure(400, `${describeIssues(parsed.error, body)}. ${shape}`);
      const requested = parsed.data;
      const unknown = requested.find(({ route }) => {
        return route !== socketRoute && !routes.some((known) => appliesTo(route, known));
      });
      if (unknown !== undefined) {
        return failure(400, `route: there is no "${unknown.route}"; use ${[socketRoute, '*', ...routes].join(', ')}.`);
      }
      if (requested.length === 0) return clear();
      for (const added of requested) add(added);
      return success('The faults are set.', list());
    }),
    endpoint(['GET', '/faults'], 'query', z.object({}), () => ({ status: 200, body: list() })),
    endpoint(['DELETE', '/faults'], 'query', z.object({}), clear),
  ];
}

/** Each problem with its field and the value that was sent. */
function describeIssues(error: z.ZodError, body: unknown): string {
  const issues = error.issues.map((issue) => {
    const path = Array.isArray(body) ? issue.path : issue.path.slice(1);
    const problem = issue.message.replace(/, received .*$/, '');
    const name = path.map(String).join('.');
    const value = path.reduce(memberOf, body);
    const got = value === undefined ? 'nothing' : cutText(JSON.stringify(value), 200);
    return `${name === '' ? '' : `${name}: `}${problem}, got ${got}`;
  });
  return issues.slice(0, maxIssues).join('; ');
}

const maxIssues = 10;

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
