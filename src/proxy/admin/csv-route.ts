import type { Hono } from 'hono';
import { csvRequest } from '../../protocol/index.ts';
import type { ProxyDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import type { LiveConfig } from '../settings/live-config.ts';
import { type LeadsCsvDeps, leadsCsv } from './leads-csv.ts';

export type CsvRouteDeps = Pick<ProxyDeps, 'log'> & {
  store: LeadsCsvDeps['store'];
  live: Pick<LiveConfig, 'config'>;
};

/** `POST /csv`: leads as a file for spreadsheets. */
export function addCsvRoute(app: Hono<AppEnvironment>, { store, live, log }: CsvRouteDeps): void {
  app.post('/csv', async (c) => {
    const { filters } = await readJson(c, csvRequest);
    const requestId = c.get('requestId');
    const csv = leadsCsv({ store, forms: live.config.value.forms }, filters, (leads) =>
      log.info('leads-exported', { requestId, leads }),
    );
    const body = streamText(csv, (error) => log.error('export-interrupted', error, { requestId }));
    return c.body(body, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="leads.csv"',
    });
  });
}

/** Reads the next text only when the client has taken the previous one. An error breaks the response off. */
function streamText(texts: AsyncGenerator<string>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
