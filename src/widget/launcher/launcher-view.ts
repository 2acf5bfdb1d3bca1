import type { Frame } from './frame.ts';
import { launcherLabel } from './launcher-label.ts';
import type { LauncherOptions } from './read-launcher-options.ts';

/** The text if the script does not contain a translation: only a proxy adds one. */
const loadFailure = 'Chat is unavailable. Try again';

export type LauncherState = {
  isOpen: boolean;
  /** The visitor waits for the panel. */
  isBusy: boolean;
  /** The panel failed to load when it was opened. */
  hasFailed: boolean;
  /** The launcher's accessible names, set by the panel in the visitor's language. */
  labels: { open: string; close: string } | undefined;
  /** What it says after a failure, by its name when the panel is closed. */
  failures: Readonly<Record<string, string>> | undefined;
};

/** Returns a function that shows a state: in the launcher, and after a failure in a link to the site's contact address. */
export function createLauncherView({ launcher, contactLink }: Frame) {
  // A separate node that is updated in place: replacing it between pointer down and up would lose the click.
  const words = new Text();
  launcher.prepend(words);

  return ({ text }: LauncherOptions, state: LauncherState): void => {
    const { isOpen, isBusy, hasFailed, labels, failures } = state;
    const openLabel = labels?.open ?? launcherLabel(text('locale'));
    const label = isOpen ? (labels?.close ?? openLabel) : openLabel;
    launcher.ariaBusy = String(isBusy);
    launcher.ariaExpanded = String(isOpen);
    words.data = hasFailed ? (failures?.[openLabel] ?? loadFailure) : text('launcherText');
    launcher.ariaLabel = hasFailed ? null : `${words.data} ${label}`.trim();
    const contact = text('contact');
    contactLink.remove();
    // A link with any other protocol, such as `javascript:`, never enters the page.
    if (hasFailed && /^(mailto|tel|https):/i.test(contact)) {
      contactLink.href = contact;
      contactLink.text = contactLink.host + contactLink.pathname;
      launcher.before(contactLink);
    }
  };
}
