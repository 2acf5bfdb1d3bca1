import type { PageProps } from '../settings-pages.ts';
import { TaskField } from '../task-field.tsx';
import { ColorField } from './color-field.tsx';

/** Those that are seldom needed are under "All options". */
const fields = ['theme', 'avatar', 'launcherIcon', 'position', 'offset', 'launcher', 'expandable'];

/** Color, picture and place. */
export function LookPage({ settings, options }: PageProps) {
  return (
    <form class="card" aria-label="Look" onSubmit={(event) => event.preventDefault()}>
      <ColorField settings={settings} />
      {fields.map((name) => (
        <TaskField key={name} settings={settings} option={options.get(name)} />
      ))}
    </form>
  );
}
