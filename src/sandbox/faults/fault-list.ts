import type { Fault } from './fault.ts';

export type FaultList = ReturnType<typeof createFaultList>;

/** The faults that are still to come, in the order they were asked for. */
export function createFaultList() {
  let waiting: Fault[] = [];
  return {
    add(faults: readonly Fault[]): void {
      waiting.push(...faults);
    },
    clear(): void {
      waiting = [];
    },
    /** The fault that befalls this request, which uses it up by one. */
    take(route: string): Fault | undefined {
      const index = waiting.findIndex((fault) => isFor(fault.route, route));
      const found = waiting[index];
      if (found === undefined) return undefined;
      if (found.count > 1) waiting[index] = { ...found, count: found.count - 1 };
      else waiting.splice(index, 1);
      return found;
    },
    all: (): readonly Fault[] => waiting,
  };
}

/** What a fault's route may name besides a path. */
export const socketRoute = 'socket';
const everyRequest = '*';

/** Whether a fault's route means this endpoint, `METHOD /path`, or the socket. `/v1` may be left out. */
export function isFor(faultRoute: string, route: string): boolean {
  if (faultRoute === route) return true;
  if (route === socketRoute) return false;
  if (faultRoute === everyRequest) return true;
  const [, method = '', path = ''] = /^(?:([A-Z]+) +)?(\/.*)$/.exec(faultRoute) ?? [];
  const [ownMethod = '', ownPath = ''] = route.split(' ');
  if (method !== '' && method !== ownMethod) return false;
  return path === ownPath || `/v1${path}` === ownPath;
}
