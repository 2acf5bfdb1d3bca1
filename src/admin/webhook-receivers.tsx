import type { WebhookReceiverInfo } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import type { WebhookTest } from './start-state.ts';

/** Who gets webhooks, each with a button that sends a test and shows what came back. */
export function WebhookReceivers({ state }: { state: AdminState }) {
  const { receivers, tests } = state.start;
  if (receivers.value.length === 0) return null;
  return (
    <section class="card receivers" aria-label="Receivers">
      <ul aria-label="Receivers">
        {receivers.value.map(({ receiver, name, format }) => (
          <li key={receiver} class="record">
            <span class="who">
              <strong>{name}</strong>
              <span class="muted">{formatNames[format]}</span>
            </span>
            <TestResult test={tests.value[receiver]} />
            {state.may('POST /webhooks/test') && (
              <button
                type="button"
                aria-label={`Send a test to ${name}`}
                disabled={tests.value[receiver]?.state === 'sending'}
                onClick={() => void state.start.sendTest(receiver)}
              >
                Send a test
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const formatNames: Record<WebhookReceiverInfo['format'], string> = {
  standard: 'Signed messages for programs',
  slack: 'Messages for Slack',
  teams: 'Messages for Microsoft Teams',
  custom: 'Messages in your own format',
};

function TestResult({ test }: { test: WebhookTest | undefined }) {
  return (
    <span class="test-result" role="status">
      {test?.state === 'sending' && 'Sending …'}
      {test?.state === 'done' && (
        <span class={`state ${test.isTaken ? 'done' : 'dead'}`}>
          {test.isTaken ? `Arrived (${test.answer})` : describeAnswer(test.answer)}
        </span>
      )}
    </span>
  );
}

/** What came back, in words where it has no number. */
function describeAnswer(answer: string): string {
  if (/^\d/.test(answer)) return `Refused: it responds with ${answer}`;
  return answers[answer] ?? `Not sent: ${answer}`;
}

const answers: Readonly<Record<string, string>> = {
  timeout: 'No answer within 15 seconds',
  'private-address': 'Not sent: its address is in a private network',
  ENOTFOUND: 'Not sent: its address does not exist',
  ECONNREFUSED: 'Not sent: nobody listens at its address',
};
