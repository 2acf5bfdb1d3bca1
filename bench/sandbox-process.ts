import { createSandbox } from '../src/sandbox/index.ts';

/** The sandbox that bench/sandbox.ts measures; sends its address and ids to the parent process. */
const { url, ids } = await createSandbox();
// A measurement that is interrupted leaves no server behind.
process.once('disconnect', () => process.exit());
process.send?.({ url, flow: ids.flow, journey: ids.journey });
