import { layersOnPage, localizedOption, mergeOptions, type RawOptions, textOption } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/index.ts';
import { launcherLabel, launcherLocale } from './launcher-label.ts';
import type { Look, Place } from './panel-contract.ts';

/** What the launcher shows on a page before the panel is loaded. `sources`: later ones win. */
export function readLook(
  sources: readonly (RawOptions | undefined)[],
  { path, variants, chosenLocale }: Place,
  hasFailed: boolean,
): Look {
  const options = mergeOptions(...layersOnPage(sources, path, variants));
  const locale = launcherLocale(chosenLocale ?? textOption(options, 'locale'));
  const label = launcherLabel(locale);
  const text = localizedOption(options, 'launcherText', locale);
  // A chat inside a target may have no launcher, which shows the failure.
  const floating = hasFailed && options.target ? { target: undefined, launcher: 'bubble' } : {};
  return { options: { ...options, ...floating }, locale, text, openLabel: label, closeLabel: label };
}

/** What the launcher says if the panel could not be loaded. Only the script of a proxy contains a translation. */
export function failureText(config: InlinedConfig | undefined, { openLabel }: Look): string {
  return config?.failed?.[openLabel] ?? 'Chat is unavailable. Try again';
}

/** Whether the chat will probably ask for a lead. */
export function mayHaveForm({ options: { proxyUrl, hooksUrl, leadForm } }: Look): boolean {
  return Boolean(proxyUrl || hooksUrl) && leadForm !== 'off';
}
