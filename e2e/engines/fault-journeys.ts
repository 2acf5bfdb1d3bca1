import { hostileTextsJourney } from './hostile-texts-journey.ts';
import type { Journey } from './journey.ts';
import { leadQueueJourney } from './lead-queue-journey.ts';

/** `npm run faults -- --long` runs these in Chromium too. */
export const faultJourneys: Journey[] = [hostileTextsJourney, leadQueueJourney];
