import { describe, expect, it } from 'vitest';
import { missingNeed } from './check.ts';
import { checks } from './checks.ts';
import { describeChoice } from './run-checks.ts';
import type { Service } from './service.ts';

/**
 * The contract as tests, for leadchat's own services: there every choice that the service API leaves open must hold
 * too.
 */
export function testService(name: string, service: () => Service) {
  describe(`${name}, as the service API describes it,`, () => {
    for (const check of checks) {
      const open = check.choice === undefined ? '' : `; open, and chosen: ${describeChoice(check.choice)}`;
      it.concurrent(`${check.title} (${check.rows.join(', ')}${open})`, async () => {
        expect(missingNeed(check, service())).toBeUndefined();
        await check.run(service());
      });
    }
  });
}
