import { blockPhone, unblockPhone } from '../proxy/index.ts';
import { phoneCommand } from './phone-command.ts';

export const runBlock = phoneCommand({
  name: 'block',
  description: `Blocks a phone number: nobody calls it, its planned calls are cancelled, and new leads with it wait for an operator.
The proxy may keep running. Only a keyed hash of the number is stored.`,
  options: {
    reason: '--reason TEXT   why, for the operators',
    by: '--by NAME       who blocks it (default: command)',
  },
  run: (config, phone, optionOf) => blockPhone(config, { phone, reason: optionOf('reason'), by: optionOf('by') }),
  describe({ isNew, cancelled }) {
    const calls =
      cancelled === 0 ? '' : ` Cancelled ${cancelled === 1 ? '1 planned call' : `${cancelled} planned calls`}.`;
    return `${isNew ? 'Blocked the number.' : 'The number was blocked already.'}${calls}`;
  },
});

export const runUnblock = phoneCommand({
  name: 'unblock',
  description: `Removes a phone number from the block list. Leads that were held because of it stay held.
The proxy may keep running.`,
  run: (config, phone) => unblockPhone(config, phone),
  describe: ({ isUnblocked }) => (isUnblocked ? 'Unblocked the number.' : 'The number was not blocked.'),
});
