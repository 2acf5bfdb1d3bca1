import { type Configuration, writeConfiguration } from '../configurator/configuration.ts';

export type PreviewOptions = {
  configuration: Configuration;
  /** The color scheme of the page. Also that of the widget, unless the configuration sets another one. */
  scheme: string;
  /** The name of a theme in docs/theming.md. */
  theme?: string;
};

/** Returns the URL of a page with an open chat, for a frame. It stores nothing, so it shows what a new visitor sees. */
export function previewAddress({ configuration, scheme, theme }: PreviewOptions): string {
  const options = {
    theme: scheme,
    open: true,
    ...configuration.options,
    storage: 'none',
  };
  return `preview.html${writeConfiguration({ ...configuration, options }, { scheme, ...(theme !== undefined && { style: theme }) })}`;
}
