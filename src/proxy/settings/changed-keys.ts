import type { SavedSettings } from '../../protocol/index.ts';

/** The keys that differ between two versions: `widget.title`, `forms.default.consent`. */
export function changedKeys(before: SavedSettings, after: SavedSettings): string[] {
  const [old, now] = [textsByKey(before), textsByKey(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

function textsByKey({ widget, forms }: SavedSettings): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (prefix: string, values: object) => {
    for (const [name, value] of Object.entries(values)) texts.set(`${prefix}.${name}`, JSON.stringify(value));
  };
  add('widget', widget);
  for (const [name, keys] of Object.entries(forms)) {
    if (keys === null || Object.keys(keys).length === 0) texts.set(`forms.${name}`, JSON.stringify(keys));
    else add(`forms.${name}`, keys);
  }
  return texts;
}
