import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { accentContrast, type Json, settingLabel, settingWords } from '../../schema-form/index.ts';
import { sentenceOf } from '../sentence.ts';
import type { Setting } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useSetting } from '../use-setting.ts';

/** To begin with. White text is readable on each of them. */
const swatches = ['#2a5bd7', '#0f766e', '#15803d', '#b45309', '#be123c', '#a21caf', '#6d28d9', '#1f2937'];

/** The color of the chat. */
export function ColorField({ settings }: { settings: SettingsState }) {
  const { isSaved, isInFile, reset, ...setting } = useSetting(settings, {}, 'color');
  return (
    <ColorControl {...setting}>
      {isSaved && <ResetButton name={settingLabel('color')} isInFile={isInFile} onClick={reset} />}
    </ColorControl>
  );
}

type ColorControlProps = Pick<Setting, 'value' | 'problems' | 'set'> & {
  /** What applies without a value. @default ours */
  usual?: Json | undefined;
  children?: ComponentChildren;
};

/** A color, and how readable text on it is. */
export function ColorControl({ value, problems, set, usual, children }: ColorControlProps) {
  const id = useId();
  const { label, hint, usual: ours = '' } = settingWords.color ?? {};
  const usualColor = typeof usual === 'string' ? usual : ours;
  const color = typeof value === 'string' ? value : usualColor;
  const inLight = accentContrast(color, 'light');
  return (
    <fieldset class="task-field color-field">
      <legend>{label}</legend>
      <span class="field-row">
        <input
          type="color"
          aria-label="Pick a color"
          value={/^#[0-9a-f]{6}$/i.test(color) ? color : (inLight?.accent ?? usualColor)}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
        <input
          id={id}
          aria-label="Color as text"
          value={typeof value === 'string' ? value : ''}
          placeholder={usualColor}
          spellcheck={false}
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-about`}
          onInput={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value)}
        />
      </span>
      <span class="swatches">
        {swatches.map((swatch) => (
          <button
            key={swatch}
            type="button"
            aria-label={`Color ${swatch}`}
            aria-pressed={color.toLowerCase() === swatch}
            style={{ backgroundColor: swatch }}
            onClick={() => set(swatch)}
          />
        ))}
      </span>
      <div id={`${id}-about`}>
        <p class="hint">{hint}</p>
        {problems.map(({ message }) => (
          <p key={message} class="problem" role="alert">
            {sentenceOf(message)}
          </p>
        ))}
        <Contrast color={color} scheme="light" />
        <Contrast color={color} scheme="dark" />
      </div>
      {children}
    </fieldset>
  );
}

/** A sample of text on the color, with the contrast that it has. */
function Contrast({ color, scheme }: { color: string; scheme: 'light' | 'dark' }) {
  const found = accentContrast(color, scheme);
  if (found === undefined)
    return scheme === 'light' ? <p class="advice">This is not a color that we can show.</p> : null;
  const { accent, text, ratio, isAdjusted } = found;
  const words = scheme === 'light' ? 'On light pages' : 'On dark pages';
  return (
    <p class="contrast">
      <span class="sample" style={{ backgroundColor: accent, color: text === 'white' ? 'white' : 'oklch(0.17 0 0)' }}>
        Aa
      </span>
      <span>
        {words}: {text} text, contrast {(Math.floor(ratio * 10) / 10).toFixed(1)} : 1.
        {isAdjusted && ` Visitors see a readable shade of your color, ${accent}.`}
      </span>
    </p>
  );
}
