import { Icon, icons } from '../Icon.tsx';

/** What is wrong with a field, below it. */
export function Problem({ id, text }: { id?: string; text: string }) {
  return (
    <p class="problem" id={id}>
      <Icon path={icons.alert} />
      {text}
    </p>
  );
}
