import { describe } from 'vitest';
import { createMemoryLimiters } from '../../../src/proxy/limits/memory-limiter.ts';
import { testLeadLimits } from './lead-limits-suite.ts';

describe('limits in memory', () => {
  testLeadLimits(async () => createMemoryLimiters());
});
