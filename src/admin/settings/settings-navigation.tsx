import { useEffect, useRef } from 'preact/hooks';
import { pages } from './settings-pages.ts';

/** The tasks, as links. On a phone they are one line that can be moved. */
export function SettingsNavigation({ current }: { current: string }) {
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another page was opened
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    // Only the line moves, not the page.
    if (link && list.current)
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav class="settings-pages" aria-label="Settings pages" ref={list}>
      {pages.map(({ id, title }) => (
        <a key={id} href={`#/settings/${id}`} aria-current={id === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
