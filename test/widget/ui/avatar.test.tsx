// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat } from '../support/render-panel.ts';

async function renderAvatar() {
  const rendered = await renderChat({ options: { avatar: 'https://example.com/first.png' } });
  const picture = () => rendered.layer.querySelector<HTMLImageElement>('.head .avatar img');
  const fail = async () => {
    picture()?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(picture()).toBeNull());
    // The timer is set in an effect, which runs after the next frame.
    await waitFor(() => expect(rendered.clock.pending).toBeGreaterThan(pendingBefore));
  };
  const pendingBefore = rendered.clock.pending;
  return { ...rendered, fail, picture };
}

// The image element was removed from the document behind the back of Preact, and never returned.
describe('a picture that failed to load', () => {
  it('is requested again after a while', async () => {
    const { clock, fail, picture } = await renderAvatar();
    await fail();
    clock.advanceNow(5_000);
    await waitFor(() => expect(picture()?.src).toBe('https://example.com/first.png'));
  });

  it('is requested again when the visitor opens the panel', async () => {
    const { fail, isOpen, picture } = await renderAvatar();
    await fail();
    isOpen.value = false;
    await waitFor(() => expect(picture()).toBeNull());
    isOpen.value = true;
    await waitFor(() => expect(picture()).not.toBeNull());
  });

  it('does not keep another picture away', async () => {
    const { fail, picture, setOptions } = await renderAvatar();
    await fail();
    setOptions({ avatar: 'https://example.com/second.png' });
    await waitFor(() => expect(picture()?.src).toBe('https://example.com/second.png'));
  });
});
