/** Leads that wait in the store go out when the server starts, not with its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { proxy } = await import('./app/chat/proxy');
  await (await proxy()).start();
}
