/**
 * Chooses the seed of a run, unless `LEADCHAT_SEED` repeats one. The processes of the run find it there, so that all choose their
 * samples by the same one.
 */
export function chooseSeed(): string {
  if (process.env.LEADCHAT_SEED === undefined) {
    process.env.LEADCHAT_SEED = String(Date.now() % 2 ** 31);
    console.error(`[leadchat] LEADCHAT_SEED=${process.env.LEADCHAT_SEED} repeats the samples of this run`);
  }
  return process.env.LEADCHAT_SEED;
}
