import { render } from 'preact';
import type { TextKey, Translator } from '../../../i18n/index.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { copyStyles } from './copy-styles.ts';
import { writeText } from './write-text.ts';

export type CopyDeps = {
  log: HTMLElement;
  /** The texts of the rows, in their order, as they were written. */
  texts(): readonly string[];
  translator(): Translator;
};

/** Something to copy: a message, or a piece of code in it. */
type Target = { element: HTMLElement; text: string; name: TextKey };

const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
]);

/** As high as wide; enough for a finger. */
const size = 28;

/**
 * One button for the whole log, at the message that is pointed at or tapped. It stands behind the log: there it is one stop
 * of the keyboard and not one for every message, the arrow keys move it from message to message, and no message is
 * read out with a button's name at its end. Returns what shows it at an element, and its end.
 */
export function offerCopies({ log, texts, translator }: CopyDeps) {
  const root = log.getRootNode();
  const place = document.createElement('div');
  const sheet = new CSSStyleSheet();
  let current: Target | undefined;
  let isFocused = false;
  let isCopying = false;
  let said = '';
  log.after(place);
  const ends = root instanceof ShadowRoot ? [adoptStyles(root, copyStyles)] : [];
  if (root instanceof ShadowRoot) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];

  function targets(): Target[] {
    const written = texts();
    return [...log.querySelectorAll<HTMLElement>('.row')].flatMap((row, index) => {
      const bubble = row.querySelector<HTMLElement>('.bubble');
      if (bubble === null) return [];
      const whole: Target = { element: bubble, text: written[index] ?? bubble.innerText, name: 'copyMessage' };
      const code = [...bubble.querySelectorAll('pre')].map((element): Target => {
        return { element, text: element.textContent ?? '', name: 'copyCode' };
      });
      return [whole, ...code];
    });
  }

  function showAt(target: Target | undefined): void {
    if (target?.element !== current?.element) said = '';
    current = target;
    draw();
  }

  /** At the outer edge of a message, in the upper corner of a piece of code. By a sheet: policies may forbid inline styles. */
  function position(): void {
    const area = log.getBoundingClientRect();
    const at = current?.element.getBoundingClientRect();
    if (at === undefined) return;
    const isCode = current?.name === 'copyCode';
    const isOnTheLeft = at.left + at.right > area.left + area.right;
    const beside = isOnTheLeft ? at.left - size - 4 : at.right + 4;
    const x = clamp((isCode ? at.right - size : beside) - area.left, 4, area.width - size - 4);
    const y = clamp((isCode ? at.top : at.bottom - size) - area.top, 4, area.height - size - 4);
    sheet.replaceSync(`.copy{left:${Math.round(x)}px;top:${Math.round(y)}px}`);
  }

  function nameOf({ name, text }: Target): string {
    return `${translator().t(name)}: ${text.trim().replace(/\s+/g, ' ').slice(0, 80)}`;
  }

  function draw(): void {
    const own = translator();
    const label = current === undefined ? own.t('copyMessage') : nameOf(current);
    position();
    render(
      <>
        <button
          type="button"
          class={`copy ${current === undefined && !isFocused ? '' : 'shown'}`}
          aria-label={label}
          onClick={() => void copy()}
          onFocus={() => {
            if (isCopying) return;
            isFocused = true;
            if (current === undefined) showAt(targets().findLast(({ name }) => name === 'copyMessage'));
          }}
          onBlur={() => {
            // The selection that copies takes the focus for a moment.
            if (isCopying) return;
            isFocused = false;
            showAt(undefined);
          }}
          onKeyDown={move}
        >
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d={said === 'copied' ? 'M5 12.5l4.5 4.5L19 7.5' : 'M9 9h11v11H9ZM15 9V4H4v11h5'} />
          </svg>
        </button>
        <span class={said === 'copyFailed' ? 'copy-failed' : 'hidden'} role="status">
          {said === 'copied' || said === 'copyFailed' ? own.t(said) : said}
        </span>
      </>,
      place,
    );
  }

  async function copy(): Promise<void> {
    const target = current ?? targets().findLast(({ name }) => name === 'copyMessage');
    if (target === undefined) return;
    said = '';
    draw();
    isCopying = true;
    said = (await writeText(target.text, place)) ? 'copied' : 'copyFailed';
    isCopying = false;
    draw();
  }

  function move(event: KeyboardEvent): void {
    const step = steps.get(event.key);
    const all = targets();
    const next = all[all.findIndex(({ element }) => element === current?.element) + (step ?? 0)];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    next.element.scrollIntoView({ block: 'nearest' });
    showAt(next);
    // A name that changes under the focus is not read out everywhere.
    said = nameOf(next);
    draw();
  }

  function show(path: readonly EventTarget[]): void {
    if (path.includes(place)) return;
    const code = path.find((one) => one instanceof HTMLElement && one.tagName === 'PRE');
    const row = path.find((one) => one instanceof HTMLElement && one.classList.contains('row'));
    const element = code ?? (row instanceof HTMLElement ? row.querySelector('.bubble') : null);
    const target = targets().find((one) => one.element === element);
    if (target !== undefined || !isFocused) showAt(target);
  }

  const over = (event: PointerEvent) => show(event.composedPath());
  const leave = (event: PointerEvent) => {
    const isOnButton = event.relatedTarget instanceof Node && place.contains(event.relatedTarget);
    if (event.pointerType === 'mouse' && !isFocused && !isOnButton) showAt(undefined);
  };
  const scroll = () => {
    if (isFocused) position();
    else showAt(undefined);
  };
  log.addEventListener('pointerover', over);
  log.addEventListener('pointerleave', leave);
  place.addEventListener('pointerleave', leave);
  log.addEventListener('scroll', scroll, { passive: true });
  draw();
  return {
    show,
    end(): void {
      log.removeEventListener('pointerover', over);
      log.removeEventListener('pointerleave', leave);
      log.removeEventListener('scroll', scroll);
      for (const end of ends) end();
      if (root instanceof ShadowRoot) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
      render(null, place);
      place.remove();
    },
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
