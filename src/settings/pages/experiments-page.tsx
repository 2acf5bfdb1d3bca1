import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  experimentGoals,
  type JsonObject,
  type JsonSchema,
  movedExperiment,
  newExperiment,
  pagesInWords,
  placedExperiments,
  problemsAt,
  withExperiment,
  withProperty,
} from '../../schema-form/index.ts';
import { OptionChoice } from '../entry-options.tsx';
import { PlainField } from '../forms/text-field.tsx';
import type { PageProps } from '../page-props.ts';
import { ProblemNotes } from '../problem-notes.tsx';
import { appliedValues, settingOf } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import type { SettingsState } from '../settings-state.ts';
import { StopDialog } from '../stop-dialog.tsx';
import { useFocusNext } from '../use-focus-next.ts';
import { useStable } from '../use-stable.ts';
import { withoutExperiment } from '../without-experiment.ts';
import { change, changesTo, experimentAt, listOf, outlineOf, type Place, variantAt } from './experiment-values.ts';
import { maxNameLength, VariantFields, variantKeys, withoutSpaces } from './variant-fields.tsx';

/** What is tried, for whom, and what counts. */
export function ExperimentsPage({ settings, options }: PageProps) {
  const { isSaved, isInFile, places } = useStable(() => {
    const { isSaved, isInFile } = settingOf(settings, {}, 'experiments');
    const placed = placedExperiments(appliedValues(settings, {}));
    return { isSaved, isInFile, places: placed.map(({ page, index }) => ({ page, index })) };
  }, [settings]);
  const schema = options.get('experiments')?.schema;
  const variantSchema = schema?.items?.properties?.variants?.items?.properties ?? {};
  const everywhere = places.filter(({ page }) => page === undefined).length;
  return (
    <form class="card" aria-label="Experiments" onSubmit={(event) => event.preventDefault()}>
      {places.length === 0 && (
        <p>
          Nothing is tried at the moment. Try a greeting, a color or a form: some visitors see it, the others do not,
          and Conversion shows which brings more leads.
        </p>
      )}
      {places.map(({ page, index }) => (
        <Experiment
          key={`${page} ${index}`}
          settings={settings}
          page={page}
          index={index}
          variantSchema={variantSchema}
        />
      ))}
      <button
        type="button"
        class={places.length === 0 ? 'primary' : 'small-button'}
        disabled={everywhere >= (schema?.maxItems ?? Number.POSITIVE_INFINITY)}
        onClick={() => {
          const applied = appliedValues(settings, {});
          change(settings, withExperiment(applied, { page: undefined, index: everywhere }, newExperiment(applied)));
        }}
      >
        Add an experiment
      </button>
      {isSaved && (
        <ResetButton
          name="experiments"
          isInFile={isInFile}
          onClick={() => settingOf(settings, {}, 'experiments').reset()}
        />
      )}
    </form>
  );
}

type ExperimentProps = Place & {
  settings: SettingsState;
  /** What a variant may set. */
  variantSchema: Readonly<Record<string, JsonSchema>>;
};

function Experiment({ settings, page, index, variantSchema }: ExperimentProps) {
  const id = useId();
  const { root, focusNext } = useFocusNext<HTMLElement>();
  /** Chosen to be tried, and not set yet. */
  const chosen = useSignal<readonly string[]>([]);
  const isStopping = useSignal(false);
  const place = { page, index };
  const { name, goal, variantNames, differences, shares, urls, problems } = useStable(
    () => outlineOf(settings, place),
    [settings, page, index],
  );
  const tried = [...new Set([...differences, ...chosen.value])];
  const changeExperiment = (next: (experiment: JsonObject) => JsonObject) =>
    change(settings, withExperiment(appliedValues(settings, {}), place, next(experimentAt(settings, place))));
  const changeVariants = (next: (variants: JsonObject[]) => JsonObject[]) =>
    changeExperiment((experiment) => ({ ...experiment, variants: next(listOf(experiment.variants)) }));
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
        value={name}
        maxLength={maxNameLength}
        problems={problemsAt(problems, 'name')}
        onChange={(next) => changeExperiment((experiment) => ({ ...experiment, name: withoutSpaces(next) }))}
      />
      <OptionChoice
        label={tried.length === 0 ? 'What do you want to try?' : 'Try something else, too'}
        names={Object.keys(variantSchema).filter((option) => !variantKeys.includes(option) && !tried.includes(option))}
        onChoose={(option) => {
          chosen.value = [...chosen.peek(), option];
        }}
      />
      <div class="variants">
        {variantNames.map((_, at) => (
          <VariantFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant's place is its identity
            key={at}
            settings={settings}
            read={() => variantAt(settings, place, at)}
            number={at + 1}
            share={shares[at]}
            schema={variantSchema}
            tried={tried}
            onFocus={(variantName) => {
              const url = page === undefined ? undefined : urls[page];
              settings.previewState.follow({
                variant: `${name}: ${variantName}`,
                ...(typeof url === 'string' && { page: url }),
              });
            }}
            onChange={(next) => changeVariants((variants) => variants.with(at, next))}
            onRemove={
              variantNames.length > 2
                ? () => {
                    focusNext('.add-variant');
                    changeVariants((variants) => variants.toSpliced(at, 1));
                  }
                : undefined
            }
          />
        ))}
      </div>
      <ProblemNotes
        problems={problems.flatMap(({ path: [key], ...problem }) => {
          if (key === undefined) return { ...problem, path: [], message: `this experiment ${problem.message}` };
          return key === 'variants' ? { ...problem, path: [] } : [];
        })}
      />
      <button
        type="button"
        class="small-button add-variant"
        disabled={variantNames.length >= maxVariants}
        onClick={() => {
          focusNext('.variant:last-of-type input');
          changeVariants((variants) => [...variants, { name: freeName(variants) }]);
        }}
      >
        Add a variant
      </button>
      <div class="task-field field">
        <label for={`${id}-where`}>For whom</label>
        <select
          id={`${id}-where`}
          value={page === undefined ? '' : String(page)}
          onChange={({ currentTarget: { value } }) => {
            const placed = { ...place, experiment: experimentAt(settings, place) };
            const to = value === '' ? undefined : Number(value);
            change(settings, movedExperiment(appliedValues(settings, {}), placed, to));
          }}
        >
          <option value="">Visitors of every page</option>
          {urls.map((url, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry's place is its identity
            <option key={at} value={String(at)}>
              Visitors of {pagesInWords(url)}
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
          value={goal}
          onChange={({ currentTarget: { value } }) =>
            changeExperiment((experiment) => withProperty(experiment, 'goal', value || undefined))
          }
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
          variants={variantNames}
          onStop={(keep) => {
            const applied = appliedValues(settings, {});
            change(settings, changesTo(applied, withoutExperiment(applied, name, keep)));
          }}
          onClose={() => {
            isStopping.value = false;
          }}
        />
      )}
    </section>
  );
}

const maxVariants = 10;

/** A name that no other variant has. */
function freeName(variants: readonly JsonObject[]): string {
  const names = variants.map(({ name }) => name);
  let number = variants.length + 1;
  while (names.includes(`variant-${number}`)) number++;
  return `variant-${number}`;
}
