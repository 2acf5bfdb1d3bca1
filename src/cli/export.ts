import { exportPhone } from '../proxy/index.ts';
import { phoneCommand } from './phone-command.ts';

export const runExport = phoneCommand({
  name: 'export',
  description: `Prints everything that the proxy's store holds about a person as JSON: leads, calls, enrolments and webhooks. The
proxy may keep running. The service's own data is not included.`,
  run: exportPhone,
  describe: ({ data }) => JSON.stringify(data, null, 2),
});
