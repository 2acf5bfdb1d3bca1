import type { ComponentChildren } from 'preact';
import type { GettingStarted as Started, StartStep } from '../protocol/admin/start.ts';
import type { AdminState } from './admin-state.ts';
import { isPhoneScreen } from './phone-screen.ts';
import { ScriptTag } from './script-tag.tsx';

type Step = Started['steps'][number];

/** What is still to be done before leads arrive by themselves. It ticks itself. */
export function GettingStarted({ state }: { state: AdminState }) {
  const { start } = state;
  if (!start.isShown.value) return null;
  const steps = start.steps.value;
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    // On a phone, and once there are leads, they come first.
    <details class="card start" open={!isPhoneScreen() && !steps.some(({ step, isDone }) => step === 'lead' && isDone)}>
      <summary>
        <h2>Getting started</h2>
        <span class="muted">{`${doneCount} of ${steps.length} done`}</span>
      </summary>
      <ol aria-label="Getting started">
        {steps.map((step) => (
          <li key={step.step} class={step.isDone ? 'done' : ''}>
            <span class="tick" role="img" aria-label={step.isDone ? 'Done' : 'Still to do'} />
            <div>
              <strong>{stepTexts[step.step].title}</strong>
              {step.isDone ? <DoneText step={step} /> : <HowTo state={state} step={step} isNext={step === next} />}
            </div>
          </li>
        ))}
      </ol>
      {state.may('POST /getting-started/put-away') && (
        <button type="button" class="quiet" onClick={() => void start.putAway()}>
          Put this list away
        </button>
      )}
    </details>
  );
}

const stepTexts: Record<StartStep, { title: string; how: string }> = {
  service: {
    title: 'The service is reachable',
    how: 'Check address and key of the service in the configuration. “leadchat doctor” says what is wrong.',
  },
  page: { title: 'A page has loaded the chat', how: 'Put this line into your pages:' },
  lead: { title: 'The first lead', how: 'Open your page, write to the chat, and leave your own number.' },
  delivered: { title: 'The first lead is sent', how: 'Leads are sent by themselves. One that is refused says why.' },
  webhook: { title: 'Your team gets messages', how: 'Send a test to Slack, Teams or another receiver.' },
  hours: { title: 'Opening hours are set', how: 'Say when people answer, so that visitors know when you are back.' },
  consent: { title: 'Visitors agree to your terms', how: 'Add the text that visitors agree to with the form.' },
};

function DoneText({ step: { step, detail } }: { step: Step }) {
  return step === 'page' && detail !== undefined ? <p class="muted">{detail}</p> : null;
}

function HowTo({ state, step, isNext }: { state: AdminState; step: Step; isNext: boolean }) {
  const { step: name, detail } = step;
  return (
    <>
      <p class="muted">
        {stepTexts[name].how}
        {name === 'service' && detail !== undefined && ` It said: ${detail}.`}
      </p>
      {name === 'page' && <ScriptTag />}
      <StepLink state={state} step={name} isNext={isNext} />
    </>
  );
}

/** Where a step is done. */
function StepLink({ state, step, isNext }: { state: AdminState; step: StartStep; isNext: boolean }) {
  const go = (path: string, text: ComponentChildren) => (
    <button type="button" class={isNext ? 'primary' : ''} onClick={() => state.navigation.goTo(path)}>
      {text}
    </button>
  );
  const site = state.overview.value?.sites?.[0];
  const maySet = state.may('PUT /settings') && state.overview.value?.settings !== undefined;
  switch (step) {
    case 'page':
    case 'lead':
      return site === undefined ? null : <a href={site}>Open {new URL(site).host}</a>;
    case 'delivered':
      return go('/leads?state=all', 'Show leads');
    case 'webhook':
      if (state.overview.value?.webhooks !== undefined) return go('/webhooks', 'Send a test');
      return maySet ? go('/settings/messages', 'Add a receiver') : null;
    case 'hours':
      return maySet ? go('/settings/hours', 'Set opening hours') : null;
    case 'consent':
      return maySet ? go('/settings/forms', 'Add the text') : null;
    case 'service':
      return null;
    default:
      return step satisfies never;
  }
}
