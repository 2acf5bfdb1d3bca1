import documentedThemes from 'virtual:documented-themes';
import { useState } from 'preact/hooks';
import { CopyableCode } from '../CopyableCode.tsx';
import { emptyConfiguration } from '../configurator/configuration.ts';
import { Choices } from '../preview/Choices.tsx';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import { previewAddress } from '../preview/preview-address.ts';

/** Wide enough for the widest panel, which would otherwise fill the frame as on a phone. */
const frame = { width: 500, height: 700 };

/** The themes of docs/theming.md side by side, each on a page in a frame. */
export function Themes() {
  const [scheme, setScheme] = useState(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  return (
    <>
      <div class="toolbar">
        <Choices legend="Colors" choices={['light', 'dark']} value={scheme} onChange={setScheme} />
      </div>
      <ul class="themes">
        {documentedThemes.map(({ name, description, css }) => (
          <li key={name}>
            <article class="card" aria-labelledby={`theme-${name}`}>
              <h2 id={`theme-${name}`}>{name}</h2>
              <p class="about">{description}</p>
              <PreviewFrame
                address={previewAddress({ configuration: emptyConfiguration, scheme, theme: name })}
                title={`The theme ${name}`}
                isResponsive
                {...frame}
              />
              <details>
                <summary>The style sheet of {name}</summary>
                <CopyableCode code={css} label={`Copy ${name}`} />
              </details>
            </article>
          </li>
        ))}
      </ul>
    </>
  );
}
