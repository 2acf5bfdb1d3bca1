import type { PageProps } from '../page-props.ts';
import { TaskField } from '../task-field.tsx';
import { ColorField } from './color-field.tsx';

/** Color, picture and place. */
export function LookPage({ settings, page, options }: PageProps) {
  const fields = page.options.filter((name) => name !== 'color');
  return (
    <form class="card" aria-label="Look" onSubmit={(event) => event.preventDefault()}>
      <ColorField settings={settings} />
      {fields.map((name) => (
        <TaskField key={name} settings={settings} option={options.get(name)} />
      ))}
    </form>
  );
}
