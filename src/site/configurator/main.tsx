import { render } from 'preact';
import { addressOfConfig, requestConfig } from '../../options/index.ts';
import { publicConfig } from '../../protocol/proxy/public-config.ts';
import { answerPreviews } from '../preview/proxy-relay.ts';
import { Configurator } from './Configurator.tsx';
import type { SampleDeps } from './code-samples.ts';

/** The server writes the URLs of the demo's proxy and sandbox into the page. */
const element = document.querySelector<HTMLElement>('#configurator');
const { proxyUrl, sandboxUrl } = element?.dataset ?? {};
if (element !== null && proxyUrl !== undefined && sandboxUrl !== undefined) {
  answerPreviews(proxyUrl);
  let deps: Promise<SampleDeps> | undefined;
  const loadDeps = () => {
    deps ??= loadSampleDeps(proxyUrl).catch((error: unknown) => {
      deps = undefined;
      throw error;
    });
    return deps;
  };
  render(<Configurator sandboxUrl={sandboxUrl} loadDeps={loadDeps} />, element);
}

async function loadSampleDeps(proxyUrl: string): Promise<SampleDeps> {
  const response = await fetch(`${proxyUrl}/integrity.json`);
  if (!response.ok) throw new Error(`${proxyUrl}/integrity.json: ${response.status}`);
  const { script, integrity }: { script: string; integrity: Record<string, string> } = await response.json();
  const urls = Object.entries(integrity).map(([name, hash]) => [`${proxyUrl}/${name}`, hash] as const);
  return {
    proxyUrl,
    build: { script: `${proxyUrl}/${script}`, integrity: new Map(urls) },
    publicConfig: publicConfig.parse(await requestConfig(addressOfConfig(proxyUrl, 'default'))),
  };
}
