// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { renderChat } from '../support/render-panel.ts';

const map = 'https://pictures.example.com/map.png';
const options = { imageHosts: ['pictures.example.com'] };

it('shows a picture of a named host with its words as alternative text, and opens it in a new tab', async () => {
  const { agentSays, view } = await renderChat({ options });
  await agentSays(`Here you are: ![A map of *our* street](${map})`);
  const picture = await view.findByRole('img', { name: 'A map of our street' });
  const attributes = Object.fromEntries(
    ['src', 'loading', 'referrerpolicy'].map((name) => [name, picture.getAttribute(name)]),
  );
  expect(attributes).toEqual({ src: map, loading: 'lazy', referrerpolicy: 'no-referrer' });
  const link = view.getByRole('link', { name: 'A map of our street' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    map,
    '_blank',
    'noopener noreferrer nofollow',
  ]);
});

it.each([
  ['another host', {}, map, map],
  [
    'an address without encryption',
    options,
    'http://pictures.example.com/map.png',
    'http://pictures.example.com/map.png',
  ],
])('stays a link: %s', async (_, given, address, href) => {
  const { agentSays, view } = await renderChat({ options: given });
  await agentSays(`![A map](${address})`);
  const link = await view.findByRole('link', { name: 'A map' });
  expect([link.getAttribute('href'), view.queryByRole('img', { name: 'A map' })]).toEqual([href, null]);
});

it('becomes a link when it cannot be loaded', async () => {
  const { agentSays, view } = await renderChat({ options });
  await agentSays(`![A map](${map})`);
  (await view.findByRole('img', { name: 'A map' })).dispatchEvent(new Event('error'));
  expect((await view.findByText('A map')).getAttribute('href')).toBe(map);
});

it('stays words where its address is none', async () => {
  const { agentSays, view } = await renderChat({ options });
  await agentSays('![A map](javascript:alert(1)) and more');
  expect(await view.findByText(/A map and more/)).toBeTruthy();
  expect(view.queryByRole('link')).toBeNull();
});
