import { type Configuration, writeConfiguration } from '../configurator/configuration.ts';

export type PreviewOptions = {
  configuration: Configuration;
  /** Color scheme of the page, and of the widget unless the configuration says otherwise. */
  scheme: string;
  /** Name of a theme of docs/theming.md. */
  theme?: string;
};

/** The address of a page with an open chat, for a frame. Nothing is stored, so it shows what a new visitor sees. */
export function previewAddress({ configuration, scheme, theme }: PreviewOptions): string {
  const options = {
    theme: scheme,
    open: true,
    ...configuration.options,
    storage: 'none',
  };
  return `preview.html${writeConfiguration({ ...configuration, options }, { scheme, ...(theme !== undefined && { style: theme }) })}`;
}
