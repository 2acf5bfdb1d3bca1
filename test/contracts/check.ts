import type { AssumptionName } from '../../src/protocol/index.ts';
import type { Row } from './rows.ts';
import type { Service } from './service.ts';

/** What a check does only on request, because it reaches real people or needs an object of the workspace. */
export type Need = 'journey' | 'enrolment' | 'calls' | 'congestion' | 'transfer';

export type Check = {
  /** What the service does, as a sentence. */
  title: string;
  rows: readonly Row[];
  /**
   * The choice that this check confirms, when the service API leaves it open: one of the assumptions, or in words. Such a
   * check that fails says how the service differs; it breaks no rule.
   */
  choice?: AssumptionName | { presumed: string };
  needs?: Need;
  /** Throws when the service differs. Returns what it found, as a text for people. */
  run(service: Service): Promise<unknown>;
};

/** What to give so that the check can be run; undefined when all is there. */
export function missingNeed({ needs }: Check, service: Service): string | undefined {
  if (needs === undefined) return undefined;
  const { met, options } = conditions[needs];
  return met(service) ? undefined : options;
}

const conditions: Record<Need, { met(service: Service): boolean; options: string }> = {
  journey: { met: (service) => service.journeyId !== undefined, options: '--journey ID' },
  enrolment: {
    met: (service) => service.mayEnrol && service.journeyId !== undefined,
    options: '--journey ID --with-enrolment',
  },
  calls: { met: (service) => canCall(service, service.phone), options: '--agent ID --with-calls --phone N' },
  congestion: {
    met: (service) => canCall(service, service.congestedPhone),
    options: '--agent ID --with-calls --congested-phone N',
  },
  transfer: {
    met: (service) => canCall(service, service.transferredPhone),
    options: '--agent ID --with-calls --transferred-phone N',
  },
};

function canCall(service: Service, phone: string | undefined): boolean {
  return service.mayCall && service.agentId !== undefined && phone !== undefined;
}
