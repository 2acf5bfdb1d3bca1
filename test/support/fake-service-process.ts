import { startFakeService } from './fake-service.ts';

/** The fake service in a separate process, so its ledger survives a kill. Prints its address as a line of JSON. */
const service = await startFakeService({ latencyMs: Number(process.argv[2] ?? 0) });
console.log(JSON.stringify({ url: service.url }));
