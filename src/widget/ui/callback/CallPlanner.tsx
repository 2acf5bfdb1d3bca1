import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useChat } from '../chat-context.ts';
import { useCoveredBody, useFocusReturn } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { useTranslator } from '../panel-model.ts';
import { useStyles } from '../use-styles.ts';
import { isFromVisitor } from '../visitor-event.ts';
import styles from './CallPlanner.css?inline';
import type { CallOffer } from './call-offer.ts';
import { findCallDays } from './call-times.ts';
import { type CallClocks, formatDay, formatTimes } from './format-call-times.ts';

export { describeHours } from './describe-hours.ts';

type CallPlannerProps = { offer: CallOffer; onClose: () => void };

/** Lets the visitor choose the day and the time of a call. */
export function CallPlanner({ offer, onClose }: CallPlannerProps) {
  const chat = useChat();
  const { t, locale } = useTranslator();
  const chosen = useSignal<number | null>(null);
  const { days, clocks } = useCallDays(offer, locale);
  const sheet = useRef<HTMLElement>(null);
  const daySelect = useRef<HTMLSelectElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useStyles(styles);
  useCoveredBody();
  useFocusReturn(sheet);
  useLayoutEffect(() => (daySelect.current ?? cancelButton.current)?.focus(), []);

  const times = days.flatMap((day) => day.times);
  const isGone = chosen.value !== null && !times.includes(chosen.value);
  const at = isGone ? undefined : (chosen.value ?? times[0]);
  const day = days.find((candidate) => at !== undefined && candidate.times.includes(at)) ?? days[0];
  const choose = (time: number | undefined) => {
    chosen.value = time ?? null;
  };
  return (
    <section class="planner" aria-labelledby="planner-title" ref={sheet}>
      <h3 id="planner-title">{t('callWhen')}</h3>
      {day === undefined ? (
        <p>{t('callNoTimes')}</p>
      ) : (
        <>
          <label>
            {t('callDay')}
            <span class="list">
              <select
                ref={daySelect}
                value={day.date}
                onInput={({ currentTarget }) => choose(days.find(({ date }) => date === currentTarget.value)?.times[0])}
              >
                {days.map(({ date, times: [first = 0] }) => (
                  <option key={date} value={date}>
                    {formatDay(first, clocks)}
                  </option>
                ))}
              </select>
              <Icon path={icons.open} />
            </span>
          </label>
          <label>
            {t('callTime')}
            <span class="list">
              <select value={at ?? ''} onInput={({ currentTarget }) => choose(Number(currentTarget.value))}>
                {isGone && <option value="">{t('choose')}</option>}
                {formatTimes(day.times, clocks).map((time) => (
                  <option key={time.at} value={time.at}>
                    {time.text}
                  </option>
                ))}
              </select>
              <Icon path={icons.open} />
            </span>
          </label>
        </>
      )}
      <p role="alert">{isGone && t('callTimeGone')}</p>
      <div class="actions">
        {day !== undefined && (
          <button
            type="button"
            class="main"
            aria-disabled={at === undefined}
            onClick={(event) => {
              if (at === undefined || !isFromVisitor(event)) return;
              onClose();
              chat.requestCall(at);
            }}
          >
            {t('callPlan')}
          </button>
        )}
        <button type="button" class="cancel" ref={cancelButton} onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </section>
  );
}

/** Returns the days with their times. Removes a time when it has passed. */
function useCallDays(offer: CallOffer, locale: string) {
  const { hours, zones } = offer;
  const now = useSignal(Date.now());
  const visitorZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clocks: CallClocks = { ...offer, locale, visitorZone };
  const since = now.value;
  const days = useMemo(
    // If the browser does not know the country's time zones, a time may be outside the hours. The proxy refuses it then.
    () => findCallDays({ hours, zones: zones.length > 0 ? zones : [visitorZone] }, visitorZone, since),
    [hours, zones, visitorZone, since],
  );
  const next = days[0]?.times[0];
  useEffect(() => {
    const timer = setInterval(() => {
      if (next !== undefined && Date.now() >= next) now.value = Date.now();
    }, 1_000);
    return () => clearInterval(timer);
  }, [next, now]);
  return { days, clocks };
}
