import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/**
 * A text that screen readers announce, in a component that appears together with it. A live region announces changes only, so
 * the text is added after the region.
 */
export function LiveText({ text, class: className }: { text: string; class?: string }) {
  const isMounted = useSignal(false);
  useEffect(() => {
    isMounted.value = true;
  }, [isMounted]);
  return (
    <p role="status" class={className}>
      {isMounted.value && text}
    </p>
  );
}
