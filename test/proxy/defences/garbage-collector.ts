import { Session } from 'node:inspector/promises';
import * as z from 'zod';

const response = z.object({ id: z.number().optional() });

/**
 * Collects the garbage of this process: of its main thread, and of its other threads, which only the inspector reaches. What is
 * free afterwards goes back to the system, so that what is resident is what the process keeps.
 */
export async function createGarbageCollector(): Promise<{ collect(): Promise<void> }> {
  const session = new Session();
  session.connect();
  const threads = new Set<string>();
  session.on('NodeWorker.attachedToWorker', ({ params }) => threads.add(params.sessionId));
  session.on('NodeWorker.detachedFromWorker', ({ params }) => threads.delete(params.sessionId));
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  let lastId = 0;

  async function collectIn(sessionId: string): Promise<void> {
    const id = ++lastId;
    const message = JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' });
    const isCollected = new Promise<void>((resolve) => {
      session.on('NodeWorker.receivedMessageFromWorker', function receive({ params }) {
        if (params.sessionId !== sessionId || response.parse(JSON.parse(params.message)).id !== id) return;
        session.off('NodeWorker.receivedMessageFromWorker', receive);
        resolve();
      });
    });
    await session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    await isCollected;
  }

  return {
    async collect() {
      for (const thread of threads) await collectIn(thread);
      await session.post('HeapProfiler.collectGarbage');
    },
  };
}
