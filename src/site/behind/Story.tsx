import { type Place, story } from './story.ts';

const placeNames: Record<Place, string> = { browser: 'Browser', proxy: 'Proxy', service: 'Service' };

/** What has happened, in plain words. */
export function Story() {
  return (
    <section class="story card" aria-label="What happened">
      <h2>What happened</h2>
      {story.value.length === 0 ? (
        <p class="empty">Nothing yet. Leave your number in the chat: each step appears here, newest first.</p>
      ) : (
        <ol>
          {story.value.map(({ id, at, place, kind, text, count }) => (
            <li key={id} class={`is-${kind}`}>
              <time dateTime={at.toISOString()}>{at.toLocaleTimeString()}</time>
              <b class={`place is-${place}`}>{placeNames[place]}</b>
              <span>
                {text}
                {count > 1 && ` (${count} times)`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
