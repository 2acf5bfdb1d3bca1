import { createSandbox } from '../src/sandbox/index.ts';

/** The sandbox that bench/sandbox.ts measures; sends its address and ids to the parent process. */
const { url, ids } = await createSandbox();
// Ends the server when the measurement is interrupted.
process.once('disconnect', () => process.exit());
process.send?.({ url, flow: ids.flow, journey: ids.journey });
