import { Icon, icons } from '../Icon.tsx';

/** The message below a field that has a problem. */
export function Problem({ id, text }: { id?: string; text: string }) {
  return (
    <p class="problem" id={id}>
      <Icon path={icons.alert} />
      {text}
    </p>
  );
}
