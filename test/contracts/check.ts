import type { AssumptionName } from '../../src/protocol/service/assumptions.ts';
import type { Row } from './rows.ts';
import type { Service } from './service.ts';

/** Actions that need an option, because they reach real people or need an object of the workspace. */
export type Need = 'journey' | 'enrolment' | 'calls' | 'congestion' | 'transfer';

export type Check = {
  /** The behavior of the service, as the end of a sentence. */
  title: string;
  rows: readonly Row[];
  /**
   * The choice that this check confirms if the service API leaves it open: the name of an assumption, or a description.
   * If such a check fails, the service differs but breaks no rule.
   */
  choice?: AssumptionName | { presumed: string };
  needs?: Need;
  /** Throws if the service differs. Returns the finding as a text for people. */
  run(service: Service): Promise<unknown>;
};

/** The options that the check still needs. Undefined if it can run. */
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
