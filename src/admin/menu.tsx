import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** A button that opens a list of buttons. Escape, a click on one of them, or the focus elsewhere closes it. */
export function Menu({ name, children }: { name: string; children: ComponentChildren }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  return (
    <details
      ref={details}
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || details.current?.open !== true) return;
        close();
        details.current.querySelector('summary')?.focus();
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <summary>{name}</summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: its buttons are what is clicked */}
      <div class="card" onClick={close}>
        {children}
      </div>
    </details>
  );
}
