import { erasePhone } from '../proxy/index.ts';
import { phoneCommand } from './phone-command.ts';

export const runErase = phoneCommand({
  name: 'erase',
  description: `Deletes every lead of a phone number from the proxy's store, with its calls, enrolments and webhooks. The proxy
may keep running.
The service keeps its own data: its API cannot delete a lead.`,
  run: erasePhone,
  describe: ({ erased }) => (erased === 1 ? 'Erased 1 lead.' : `Erased ${erased} leads.`),
});
