import type { Journey } from './journey.ts';

export const faultJourneys: Journey[] = [];
