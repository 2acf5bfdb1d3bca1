import { useTranslator } from '../panel-model.ts';
import { useLazy } from '../use-lazy.ts';
import type { CallOffer } from './call-offer.ts';

/** Outside the call-back hours, says when calls are placed. */
export function CallHours({ offer }: { offer: CallOffer }) {
  const translator = useTranslator();
  const planner = useLazy(() => import('./CallPlanner.tsx'), !offer.isOpen).value;
  const text = !offer.isOpen && planner.status === 'ready' ? planner.module.describeHours(offer, translator) : null;
  return text === null ? null : <p class="call-hours">{text}</p>;
}
