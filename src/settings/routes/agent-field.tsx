import { problemsAt } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import { appliedValue } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';
import { DestinationField } from './destination-field.tsx';

/** Who calls the leads of a form back. Without an agent, nobody does. */
export function AgentField({ settings, form }: { settings: SettingsState; form: string }) {
  const { value, problems, set } = useSetting(settings, { form }, 'callback');
  // Call-backs that are switched off and on have their hours again.
  const before = objectOf(value ?? appliedValue(settings, { form }, 'callback'));
  return (
    <DestinationField
      settings={settings}
      kind="agent"
      label="Agent that calls back"
      none="nobody calls back"
      value={objectOf(value).agent}
      problems={problemsAt(problems, 'agent')}
      onChange={(agent) => set(agent === undefined ? undefined : { ...before, agent })}
    />
  );
}
