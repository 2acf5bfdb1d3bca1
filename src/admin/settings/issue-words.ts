import type { AdminSettings } from '../../protocol/admin/settings.ts';
import type { Issue } from '../../protocol/issue.ts';
import { jsonOf } from '../../settings/index.ts';
import { formSubject, type Subject, widgetSubject } from './history/change-words.ts';

/** What is wrong with something that is saved, as a sentence: "The words of the question “Size” must be a text." */
export function issueInWords({ path, message }: Issue, saved: AdminSettings['saved']): string {
  if (path === '') return message;
  const { noun, language } = subjectAt(path.split('.'), saved);
  const subject = noun.replace('{verb} ', '');
  const sentence = `${subject}${language === undefined ? '' : ` in ${language}`} ${message}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function subjectAt(path: readonly string[], saved: AdminSettings['saved']): Pick<Subject, 'noun' | 'language'> {
  const steps = follow(path, saved);
  const [part, ...keys] = steps.map(({ name }) => name);
  const value = jsonOf(steps.at(-1)?.value);
  switch (part) {
    case 'widget': {
      const [option] = keys;
      return widgetSubject(keys, option === 'triggers' ? jsonOf(steps[2]?.value) : value);
    }
    case 'forms': {
      const [form, ...rest] = keys;
      if (rest.length === 0) return { noun: `the form “${form}”` };
      return formSubject(rest, ` of the form “${form}”`, value);
    }
    case 'names':
      return { noun: 'the name of a journey or an agent' };
    default:
      return { noun: 'the message' };
  }
}

/** The keys of a path with what they lead to. An entry of a list is known by its name, if it has one. */
function follow(path: readonly string[], root: unknown): { name: string; value: unknown }[] {
  let from = root;
  return path.map((key) => {
    const isEntry = Array.isArray(from);
    const value: unknown = Object(from)[key];
    from = value;
    const { name, url } = Object(value);
    const called = isEntry ? [name, url].find((text) => typeof text === 'string' && text !== '') : undefined;
    return { name: called ?? key, value };
  });
}
