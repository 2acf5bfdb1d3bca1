import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workflowResponse } from '../../src/protocol/service/workflow.ts';
import { createServiceClient, isServiceError } from '../../src/service-client/index.ts';
import { randomInputs } from '../support/figures.ts';

const leadId = '11111111-1111-4111-8111-111111111111';
const journey = 'a1000000-0000-4000-8000-000000000001';

/** Bodies similar to the service's, and arbitrary ones. */
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc
    .record(
      {
        status: fc.oneof(fc.constantFrom('success', 'failed'), fc.anything()),
        message: fc.oneof(fc.string(), fc.anything()),
        lead_id: fc.oneof(fc.constant(leadId), fc.string()),
        workflow_assigned: fc.oneof(fc.boolean(), fc.string()),
        lead: fc.oneof(fc.record({ lead_id: fc.constant(leadId) }), fc.anything()),
      },
      { requiredKeys: [] },
    )
    .map((value) => {
      try {
        return JSON.stringify(value) ?? '';
      } catch {
        return ''; // fc.anything may hold a bigint
      }
    }),
);

describe('whatever the service sends', () => {
  it('a call resolves with what its schema says, or rejects with a ServiceError of a request that was sent', async () => {
    const status = fc.constantFrom(200, 201, 202, 206, 302, 400, 401, 404, 409, 410, 418, 429, 500, 503, 599);
    const header = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('5', 'Sat, 21 Nov 2026 12:00:00 GMT'));
    await fc.assert(
      fc.asyncProperty(body, status, header, async (text, code, retryAfter) => {
        const headers = new Headers();
        if (/^[\x20-\x7e]*$/.test(retryAfter)) headers.set('retry-after', retryAfter);
        const client = createServiceClient({
          baseUrl: 'https://service.example/v1',
          hooksUrl: 'https://hooks.example',
          apiKey: 'secret',
          fetch: async () => new Response(text, { status: code, headers }),
        });
        try {
          const result = await client.sendToWorkflow({ workflow_id: journey, lead_id: leadId });
          expect(workflowResponse.safeParse(result).success).toBe(true);
          expect(result.status).not.toBe('failed');
        } catch (error) {
          if (!isServiceError(error)) throw error;
          expect(error).toMatchObject({ sent: 'yes', status: code });
        }
        await client.createLead({ record: { phone: '14155552671' } }).catch((error: unknown) => {
          if (!isServiceError(error)) throw error;
          expect(error.code === 'lead-exists').toBe(code === 409);
        });
      }),
      randomInputs(2000),
    );
  });
});
