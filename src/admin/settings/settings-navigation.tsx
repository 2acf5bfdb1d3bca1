import { useCurrentTab } from '../current-tab.ts';
import { pages } from './settings-pages.ts';

/** The tasks, as links. On a phone they are one line that can be moved. */
export function SettingsNavigation({ current }: { current: string }) {
  return (
    <nav class="settings-pages" aria-label="Settings pages" ref={useCurrentTab(current)}>
      {pages.map(({ id, title }) => (
        <a key={id} href={`#/settings/${id}`} aria-current={id === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
