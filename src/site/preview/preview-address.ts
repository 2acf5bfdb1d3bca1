import { type Configuration, writeConfiguration } from '../configurator/configuration.ts';

export type PreviewOptions = {
  configuration: Configuration;
  /** The color scheme of the page. Also that of the widget, unless the configuration sets another one. */
  scheme: string;
  /** The name of a theme in docs/theming.md. */
  theme?: string;
  /** The path of the page that is shown, for the option `pages`. */
  path?: string | undefined;
  /** The time that the page has, in milliseconds since the epoch, for the option `hours`. */
  at?: number | undefined;
};

/** Returns the URL of a page with an open chat, for a frame. It stores nothing, so it shows what a new visitor sees. */
export function previewAddress({ configuration, scheme, theme, path, at }: PreviewOptions): string {
  const options = {
    theme: scheme,
    open: true,
    ...configuration.options,
    storage: 'none',
  };
  const more = {
    scheme,
    ...(theme !== undefined && { style: theme }),
    ...(path !== undefined && { path }),
    ...(at !== undefined && { at: String(at) }),
  };
  return `preview.html${writeConfiguration({ ...configuration, options }, more)}`;
}
