import { useId, useState } from 'preact/hooks';
import { directionOf, languageNames } from '../../i18n/index.ts';
import { CopyableCode } from '../CopyableCode.tsx';
import { Choices } from '../preview/Choices.tsx';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import { previewAddress } from '../preview/preview-address.ts';

const parameter = 'language';
const frame = { width: 520, height: 720 };
const englishNames = new Intl.DisplayNames(['en'], { type: 'language' });

/** All languages of the widget. The page's URL contains the chosen one. */
export function Languages({ proxyUrl }: { proxyUrl: string }) {
  const [language, setLanguage] = useState(readLanguage);
  const [scheme, setScheme] = useState(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const group = useId();
  const choose = (code: string) => {
    setLanguage(code);
    history.replaceState(null, '', `?${parameter}=${code}`);
  };
  const tag = `<script src="${proxyUrl}/leadchat.js" data-locale="${language}" async></script>`;

  return (
    <div class="languages">
      <fieldset class="language-list">
        <legend>Language</legend>
        {Object.entries(languageNames).map(([code, name]) => (
          <label key={code} class="language">
            <input type="radio" name={group} checked={code === language} onChange={() => choose(code)} />
            <bdi lang={code}>{name}</bdi>
            <span>{describe(code)}</span>
          </label>
        ))}
      </fieldset>
      <section class="card" aria-label="Preview">
        <div class="toolbar">
          <Choices legend="Colors" choices={['light', 'dark']} value={scheme} onChange={setScheme} />
        </div>
        <PreviewFrame
          address={previewAddress({ configuration: { options: { locale: language }, form: {} }, scheme })}
          title="The chat on a page"
          isResponsive
          {...frame}
        />
      </section>
      <section class="card" aria-label="Code">
        <h2>On your page</h2>
        <p>
          Nothing to do if the page says its language, as in <code>{`<html lang="${language}">`}</code>. To choose
          another one for the chat:
        </p>
        <CopyableCode key={tag} code={tag} />
        <p>
          <a href="/docs/languages#texts-of-your-own">Replace single texts</a>, or set starters and the consent text in
          each language.
        </p>
      </section>
    </div>
  );
}

function readLanguage(): string {
  const language = new URLSearchParams(location.search).get(parameter) ?? '';
  return Object.hasOwn(languageNames, language) ? language : 'en';
}

function describe(code: string): string {
  return `${englishNames.of(code) ?? code}${directionOf(code) === 'rtl' ? ', right to left' : ''}`;
}
