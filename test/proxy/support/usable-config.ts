import { parseConfig } from '../../../src/proxy/config/parse-config.ts';
import { ids } from './harness.ts';

/** What every configuration file has. */
export const usable = {
  service: {
    baseUrl: 'https://api.example.com/v1',
    hooksUrl: 'https://hooks.example.com',
    wssUrl: 'wss://chat.example.com',
    apiKey: 'key',
  },
  flowId: ids.flow,
  origins: ['https://www.example.com'],
};

/** What is wrong with a configuration file that has these keys besides. */
export function issuesOf(keys: object): string[] {
  const parsed = parseConfig({ ...usable, ...keys });
  return parsed.ok ? [] : parsed.issues;
}
