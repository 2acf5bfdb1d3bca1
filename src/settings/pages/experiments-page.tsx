import { batch, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  experimentGoals,
  type Json,
  type JsonObject,
  type JsonSchema,
  movedExperiment,
  newExperiment,
  type OptionChanges,
  type PlacedExperiment,
  type Problem,
  pagesInWords,
  placedExperiments,
  problemsAt,
  sharesOf,
  triedOptions,
  withExperiment,
  withProperty,
} from '../../schema-form/index.ts';
import { OptionChoice } from '../entry-options.tsx';
import { PlainField } from '../forms/text-field.tsx';
import { isSameJson, objectOf } from '../json-value.ts';
import type { PageProps } from '../page-props.ts';
import { ProblemNotes } from '../problem-notes.tsx';
import { adviceOf, appliedValues, settingOf } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import type { SettingsState } from '../settings-state.ts';
import { StopDialog } from '../stop-dialog.tsx';
import { useFocusNext } from '../use-focus-next.ts';
import { withoutExperiment } from '../without-experiment.ts';
import { maxNameLength, VariantFields, variantKeys, withoutSpaces } from './variant-fields.tsx';

/** What is tried, for whom, and what counts. */
export function ExperimentsPage({ settings, options }: PageProps) {
  const { isSaved, isInFile, reset } = settingOf(settings, {}, 'experiments');
  const applied = appliedValues(settings, {});
  const placed = placedExperiments(applied);
  const schema = options.get('experiments')?.schema;
  const variantSchema = schema?.items?.properties?.variants?.items?.properties ?? {};
  const everywhere = placed.filter(({ page }) => page === undefined).length;
  const change = (changes: OptionChanges) =>
    batch(() => {
      for (const [name, value] of Object.entries(changes)) settingOf(settings, {}, name).set(value);
    });
  return (
    <form class="card" aria-label="Experiments" onSubmit={(event) => event.preventDefault()}>
      {placed.length === 0 && (
        <p>
          Nothing is tried at the moment. Try a greeting, a color or a form: some visitors see it, the others do not,
          and Conversion shows which brings more leads.
        </p>
      )}
      {placed.map((one) => (
        <Experiment
          key={`${one.page} ${one.index}`}
          settings={settings}
          placed={one}
          applied={applied}
          variantSchema={variantSchema}
          change={change}
        />
      ))}
      <button
        type="button"
        class={placed.length === 0 ? 'primary' : 'small-button'}
        disabled={everywhere >= (schema?.maxItems ?? Number.POSITIVE_INFINITY)}
        onClick={() => change(withExperiment(applied, { page: undefined, index: everywhere }, newExperiment(applied)))}
      >
        Add an experiment
      </button>
      {isSaved && <ResetButton name="experiments" isInFile={isInFile} onClick={reset} />}
    </form>
  );
}

type ExperimentProps = {
  settings: SettingsState;
  placed: PlacedExperiment;
  applied: JsonObject;
  /** What a variant may set. */
  variantSchema: Readonly<Record<string, JsonSchema>>;
  change: (changes: OptionChanges) => void;
};

function Experiment({ settings, placed, applied, variantSchema, change }: ExperimentProps) {
  const id = useId();
  const { root, focusNext } = useFocusNext<HTMLElement>();
  /** Chosen to be tried, and not set yet. */
  const chosen = useSignal<readonly string[]>([]);
  const isStopping = useSignal(false);
  const { page, experiment } = placed;
  const problems = problemsOf(settings, placed);
  const name = textOf(experiment.name);
  const variants = listOf(experiment.variants);
  const tried = [...new Set([...triedOptions(experiment), ...chosen.value])];
  const shares = sharesOf(experiment);
  const set = (next: JsonObject) => change(withExperiment(applied, placed, next));
  const setVariants = (next: JsonObject[]) => set({ ...experiment, variants: next });
  const entries = listOf(applied.pages);
  return (
    <section class="experiment" ref={root} aria-labelledby={`${id}-title`}>
      <header>
        <h3 id={`${id}-title`}>{name === '' ? 'Experiment' : name}</h3>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isStopping.value = true;
          }}
        >
          Stop<span class="visually-hidden"> the experiment {name}</span>
        </button>
      </header>
      <PlainField
        label="Name"
        hint="Conversion shows it. With another name, it counts from the beginning."
        value={experiment.name}
        maxLength={maxNameLength}
        problems={problemsAt(problems, 'name')}
        onChange={(next) => set({ ...experiment, name: withoutSpaces(next) })}
      />
      <OptionChoice
        label={tried.length === 0 ? 'What do you want to try?' : 'Try something else, too'}
        names={Object.keys(variantSchema).filter((option) => !variantKeys.includes(option) && !tried.includes(option))}
        onChoose={(option) => {
          chosen.value = [...chosen.peek(), option];
        }}
      />
      <div class="variants">
        {variants.map((variant, at) => {
          return (
            <VariantFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a variant's place is its identity
              key={at}
              settings={settings}
              variant={variant}
              number={at + 1}
              share={shares[at]}
              schema={variantSchema}
              tried={tried}
              problems={problemsAt(problemsAt(problems, 'variants'), at)}
              onFocus={(variantName) => {
                const url = page === undefined ? undefined : entries[page]?.url;
                settings.previewState.follow({
                  variant: `${name}: ${variantName}`,
                  ...(typeof url === 'string' && { page: url }),
                });
              }}
              onChange={(next) => setVariants(variants.with(at, next))}
              onRemove={
                variants.length > 2
                  ? () => {
                      focusNext('.add-variant');
                      setVariants(variants.filter((_, place) => place !== at));
                    }
                  : undefined
              }
            />
          );
        })}
      </div>
      <ProblemNotes
        problems={problems.filter(
          ({ path: [key, at] }) => key === undefined || (key === 'variants' && at === undefined),
        )}
      />
      <button
        type="button"
        class="small-button add-variant"
        disabled={variants.length >= maxVariants}
        onClick={() => {
          focusNext('.variant:last-of-type input');
          setVariants([...variants, { name: freeName(variants) }]);
        }}
      >
        Add a variant
      </button>
      <div class="task-field field">
        <label for={`${id}-where`}>For whom</label>
        <select
          id={`${id}-where`}
          value={page === undefined ? '' : String(page)}
          onChange={({ currentTarget: { value } }) =>
            change(movedExperiment(applied, placed, value === '' ? undefined : Number(value)))
          }
        >
          <option value="">Visitors of every page</option>
          {entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry's place is its identity
            <option key={at} value={String(at)}>
              {placeInWords(entry.url)}
            </option>
          ))}
        </select>
        <p class="hint">
          For visitors of some pages, add these pages under <a href="#/settings/appears">When it appears</a> first.
        </p>
      </div>
      <div class="task-field field">
        <label for={`${id}-goal`}>What counts</label>
        <select
          id={`${id}-goal`}
          value={textOf(experiment.goal)}
          onChange={({ currentTarget: { value } }) => set(withProperty(experiment, 'goal', value || undefined))}
        >
          <option value="">What is chosen in Conversion</option>
          {Object.entries(experimentGoals).map(([goal, words]) => (
            <option key={goal} value={goal}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {isStopping.value && (
        <StopDialog
          name={name}
          variants={variants.map((variant) => textOf(variant.name))}
          onStop={(keep) => change(changesTo(applied, withoutExperiment(applied, name, keep)))}
          onClose={() => {
            isStopping.value = false;
          }}
        />
      )}
    </section>
  );
}

const maxVariants = 10;

/** The options that differ, as they are from then on. */
function changesTo(before: JsonObject, after: JsonObject): OptionChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => (isSameJson(before[name], after[name]) ? [] : [[name, after[name]] as const])),
  );
}

function problemsOf(settings: SettingsState, { page, index }: PlacedExperiment): Problem[] {
  if (page === undefined) {
    const { problems } = settingOf(settings, {}, 'experiments');
    return problemsAt([...problems, ...adviceOf(settings, {}, 'experiments')], index);
  }
  const ofEntry = problemsAt(settingOf(settings, {}, 'pages').problems, page);
  return problemsAt(problemsAt(ofEntry, 'experiments'), index);
}

function placeInWords(url: Json | undefined): string {
  const { words, text } = pagesInWords(url);
  return `Visitors of ${words} ${text}`;
}

/** A name that no other variant has. */
function freeName(variants: readonly JsonObject[]): string {
  const names = variants.map(({ name }) => name);
  let number = variants.length + 1;
  while (names.includes(`variant-${number}`)) number++;
  return `variant-${number}`;
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
