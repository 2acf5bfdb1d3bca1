import type { ProxyConfig } from '../config/schema.ts';
import type { DoctorCheck } from './report.ts';

/** What can be told without asking anybody: `readConfig` has refused what is wrong, this finds what is unwise. */
export function checkConfiguration(config: ProxyConfig): DoctorCheck[] {
  return [checkOrigins(config), checkEncryption(config), ...checkForms(config)];
}

function checkOrigins({ origins }: ProxyConfig): DoctorCheck {
  const name = 'origins';
  if (origins.includes('*')) {
    const advice = 'List the pages that may call (LEADCHAT_ORIGINS).';
    return { name, state: 'warning', detail: 'any page may call', advice };
  }
  const plain = origins.filter((origin) => origin.startsWith('http:') && !isLocal(origin));
  if (plain.length > 0) {
    const advice = 'Serve these pages over https: what visitors type can be read on the way.';
    return { name, state: 'warning', detail: `without encryption: ${plain.join(', ')}`, advice };
  }
  return { name, state: 'ok', detail: origins.join(', ') };
}

function checkEncryption({ service, origins }: ProxyConfig): DoctorCheck {
  const name = 'encryption';
  const plain = [service.baseUrl, service.hooksUrl].filter((url) => url.startsWith('http:') && !isLocal(url));
  if (plain.length > 0) {
    const advice = 'Use https: the API key and the leads could be read on the way.';
    return { name, state: 'failed', detail: `${plain.join(', ')} is not encrypted`, advice };
  }
  if (service.wssUrl.startsWith('ws:') && !isLocal(service.wssUrl)) {
    const blocked = origins.some((origin) => origin.startsWith('https:'));
    const advice = blocked ? 'Use wss: browsers block ws on a page with https.' : 'Use wss.';
    return { name, state: blocked ? 'failed' : 'warning', detail: `${service.wssUrl} is not encrypted`, advice };
  }
  return { name, state: 'ok', detail: 'every address is encrypted, or on this machine' };
}

function checkForms({ forms }: ProxyConfig): DoctorCheck[] {
  const checks = Object.entries(forms).map(([name, form]): DoctorCheck => {
    const parts = [
      `asks for ${form.fields.map((field) => field.name).join(', ')}`,
      form.consent === undefined ? 'no consent' : `consent ${form.consent.version}`,
      form.tags.length === 0 ? 'no tags' : `tags ${form.tags.join(', ')}`,
      form.journey === undefined ? 'no journey' : `journey ${form.journey.id} (${form.journey.onExisting})`,
      form.callback === undefined ? 'no call-back' : `call-back by agent ${form.callback.agent}`,
    ];
    return { name: `form ${name}`, state: 'ok', detail: parts.join('; ') };
  });
  if ('default' in forms) return checks;
  const advice = 'Name one of the forms `default`, or give the widget a `form`.';
  return [...checks, { name: 'forms', state: 'warning', detail: 'none is named default', advice }];
}

function isLocal(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(new URL(address).hostname);
}
