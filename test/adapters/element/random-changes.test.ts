// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { LeadChatElement } from '../../../src/adapters/element/define.ts';
import { isLong, seed } from '../../support/figures.ts';
import { panels } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

/*
 * Random pages: an element whose attributes and properties change at any moment, also where it is moved, or away for a while, against
 * what the page has asked for last.
 */

const changes = [
  ...['open = true', 'open = false', 'set open', 'remove open', 'hidden', 'not hidden', 'hide()', 'show()', 'open()'],
  ...['close()', 'pages hide it', 'pages show it', 'move', 'color', 'leave', 'come back', 'wait'],
] as const;
const sequences = fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 25, size: 'max' });
const numRuns = isLong ? 2_000 : 100;

afterEach(async () => {
  document.body.replaceChildren();
  await Promise.resolve();
});

it(`shows what its page has asked for last, and says so by its attribute, in ${numRuns} sequences`, async () => {
  await fc.assert(fc.asyncProperty(sequences, visit), { seed, numRuns });
});

async function visit(sequence: readonly (typeof changes)[number][]): Promise<void> {
  const element = new LeadChatElement();
  const onError = vi.fn();
  element.addEventListener('leadchat:error', onError);
  document.body.append(element);
  let wants = false;
  let isHidden = false;
  let isHiddenByPages = false;
  const isShown = () => wants && !isHidden && !isHiddenByPages;
  const want = (next: boolean) => {
    wants = next;
    if (next && element.widget) isHidden = false;
  };
  for (const change of sequence) {
    switch (change) {
      case 'open = true':
      case 'set open':
        want(true);
        if (change === 'set open') element.setAttribute('open', '');
        else element.open = true;
        break;
      case 'open = false':
        want(false);
        element.open = false;
        break;
      case 'remove open':
        // Where it is hidden there is none, and a browser reports no change.
        if (element.hasAttribute('open')) want(false);
        element.removeAttribute('open');
        break;
      case 'hidden':
      case 'not hidden':
        isHidden = change === 'hidden';
        element.hidden = isHidden;
        await Promise.resolve();
        break;
      case 'hide()':
      case 'show()':
        if (element.widget) isHidden = change === 'hide()';
        element.widget?.[isHidden ? 'hide' : 'show']();
        break;
      case 'open()':
      case 'close()':
        if (element.widget) want(change === 'open()');
        element.widget?.[change === 'open()' ? 'open' : 'close']();
        break;
      case 'pages hide it':
      case 'pages show it':
        isHiddenByPages = change === 'pages hide it';
        element.pages = isHiddenByPages ? [{ url: '*', hidden: true }] : [];
        break;
      case 'move':
        if (!element.isConnected) break;
        element.remove();
        element.setAttribute('locale', element.locale === 'de' ? 'fr' : 'de');
        document.body.prepend(element);
        break;
      case 'color':
        element.color = '#063';
        break;
      case 'leave':
        if (!element.isConnected) break;
        element.remove();
        await Promise.resolve();
        expect(element.widget).toBeUndefined();
        break;
      case 'come back':
        if (!element.isConnected) document.body.append(element);
        break;
      default:
        await new Promise((done) => setTimeout(done));
    }
    if (element.widget === undefined) continue;
    expect(element.widget.getState()).toMatchObject({ open: isShown(), hidden: isHidden || isHiddenByPages });
    expect([element.hidden, element.shadowRoot?.querySelectorAll('.launcher').length]).toEqual([isHidden, 1]);
    // Where it is hidden, the attribute may still say what the page wants.
    if (!isHidden && !isHiddenByPages) expect(element.open).toBe(isShown());
  }
  expect(onError).not.toHaveBeenCalled();
  element.remove();
  await Promise.resolve();
  panels.clear();
}
