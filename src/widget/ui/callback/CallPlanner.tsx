import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { systemClock } from '../../../clock.ts';
import { useStyles } from '../adopt-styles.ts';
import { useChat } from '../chat-context.ts';
import { useCoveredBody, useFocusReturn } from '../focus.ts';
import { useTranslator } from '../panel-model.ts';
import { isFromVisitor } from '../visitor-event.ts';
import styles from './CallPlanner.css?inline';
import type { CallOffer } from './call-offer.ts';
import { findCallDays } from './call-times.ts';
import { type CallClocks, formatDay, formatTimes, formatZone } from './format-call-times.ts';

export { describeHours } from './format-call-times.ts';

type CallPlannerProps = { offer: CallOffer; onClose: () => void };

/** Lets the visitor choose the day and the time of a call. */
export function CallPlanner({ offer, onClose }: CallPlannerProps) {
  const chat = useChat();
  const { t, locale } = useTranslator();
  const chosen = useSignal<number | null>(null);
  const { days, clocks } = useCallDays(offer, locale);
  const sheet = useRef<HTMLElement>(null);
  useStyles(styles);
  useCoveredBody();
  useFocusReturn(sheet);
  // The chosen day. Without any time, the only button is "Cancel".
  useLayoutEffect(() => sheet.current?.querySelector<HTMLElement>(':checked, button')?.focus(), []);

  const times = days.flatMap((day) => day.times);
  const isGone = chosen.value !== null && !times.includes(chosen.value);
  const at = isGone ? undefined : (chosen.value ?? times[0]);
  const day = days.find((candidate) => at !== undefined && candidate.times.includes(at)) ?? days[0];
  const choose = (time: number) => {
    chosen.value = time;
  };
  return (
    <section class="planner" aria-labelledby="planner-title" ref={sheet}>
      <h3 id="planner-title">{t('callWhen')}</h3>
      {day === undefined ? (
        <p>{t('callNoTimes')}</p>
      ) : (
        <>
          <Chips name="day" legend={t('callDay')}>
            {days.map(({ date, times: [first = 0] }) => (
              <Chip key={date} name="day" isChosen={date === day.date} onChoose={() => choose(first)}>
                {formatDay(first, clocks)}
              </Chip>
            ))}
          </Chips>
          <Chips name="time" legend={t('callTime')} note={formatZone(day.times[0] ?? 0, clocks)}>
            {formatTimes(day.times, clocks).map((time) => (
              <Chip key={time.at} name="time" isChosen={time.at === at} onChoose={() => choose(time.at)}>
                {time.text}
              </Chip>
            ))}
          </Chips>
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
        <button type="button" class="cancel" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </section>
  );
}

type ChipsProps = { name: string; legend: string; note?: string; children: ComponentChildren };

/** A group of radio buttons, all to be seen. */
function Chips({ name, legend, note, children }: ChipsProps) {
  return (
    <fieldset>
      <legend>
        {legend} {note && <small>({note})</small>}
      </legend>
      <div class={`chips ${name}`}>{children}</div>
    </fieldset>
  );
}

type ChipProps = { name: string; isChosen: boolean; onChoose: () => void; children: ComponentChildren };

function Chip({ name, isChosen, onChoose, children }: ChipProps) {
  return (
    <label class="chip">
      <input type="radio" name={`planner-${name}`} checked={isChosen} onInput={onChoose} />
      <span>{children}</span>
    </label>
  );
}

/** Returns the days with their times. Removes a time when it has passed. */
function useCallDays(offer: CallOffer, locale: string) {
  const { hours, zones, closed } = offer;
  const now = useSignal(systemClock.now());
  const visitorZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clocks: CallClocks = { ...offer, locale, visitorZone };
  const since = now.value;
  const days = useMemo(
    // If the browser does not know the country's time zones, a time may be outside the hours. The proxy refuses it then.
    () => findCallDays({ hours, closed, zones: zones.length > 0 ? zones : [visitorZone] }, visitorZone, since),
    [hours, closed, zones, visitorZone, since],
  );
  const next = days[0]?.times[0];
  useEffect(() => {
    const timer = setInterval(() => {
      if (next !== undefined && systemClock.now() >= next) now.value = systemClock.now();
    }, 1_000);
    return () => clearInterval(timer);
  }, [next, now]);
  return { days, clocks };
}
