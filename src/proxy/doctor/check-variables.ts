import type { Environment } from '../config/environment.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import type { DoctorCheck } from './report.ts';

/** Checks the names of environment variables: nothing reads a misspelt one, so its key keeps the default. */
export function checkVariables(env: Environment): DoctorCheck[] {
  return unknownVariables(env).map(({ name, meant }): DoctorCheck => {
    if (meant !== undefined) {
      return {
        name: `variable ${name}`,
        state: 'warning',
        detail: 'nothing reads it',
        advice: `Did you mean ${meant}?`,
      };
    }
    const detail = 'leadchat does not read it; only your configuration file may';
    return { name: `variable ${name}`, state: 'not verified', detail };
  });
}
