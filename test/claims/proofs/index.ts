import { chat } from './chat.ts';
import { contributors } from './contributors.ts';
import { developers } from './developers.ts';
import { leads } from './leads.ts';
import { operators } from './operators.ts';
import { promises } from './promises.ts';
import type { Proofs } from './proofs.ts';

/**
 * A new claim on these pages needs an entry; one that no test proves is softened or deleted. `npm run claims` lists them all,
 * and the sentences of all other pages.
 */
export const proofs: Proofs = { ...promises, ...operators, ...leads, ...chat, ...developers, ...contributors };
