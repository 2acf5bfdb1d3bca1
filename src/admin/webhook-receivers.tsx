import type { WebhookReceiverInfo } from '../protocol/admin/receivers.ts';
import type { AdminState } from './admin-state.ts';
import type { WebhookTest } from './receivers-state.ts';

/** Who gets webhooks, each with a button that sends a test and shows what came back. */
export function WebhookReceivers({ state }: { state: AdminState }) {
  const receivers = state.receivers.list.value;
  if (receivers.length === 0) return null;
  return (
    <section class="card receivers" aria-label="Receivers">
      <ul aria-label="Receivers">
        {receivers.map((receiver) => (
          <li key={receiver.receiver} class="record">
            <span class="who">
              <strong>{receiver.name}</strong>
              <span class="muted">{receiver.problem ?? formatNames[receiver.format]}</span>
            </span>
            {receiver.problem === undefined && <ReceiverTest state={state} receiver={receiver} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sends a test, and shows what came back. */
export function ReceiverTest({
  state,
  receiver: { receiver, name },
}: {
  state: AdminState;
  receiver: Pick<WebhookReceiverInfo, 'receiver' | 'name'>;
}) {
  const test = state.receivers.tests.value[receiver];
  return (
    <>
      <TestResult test={test} />
      {state.may('POST /webhooks/test') && (
        <button
          type="button"
          aria-label={`Send a test to ${name}`}
          disabled={test?.state === 'sending'}
          onClick={() => void state.receivers.sendTest(receiver)}
        >
          Send a test
        </button>
      )}
    </>
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
