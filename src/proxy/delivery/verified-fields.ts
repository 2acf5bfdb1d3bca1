import { verifiedFieldsName } from '../../protocol/reserved-names.ts';

type LeadValues = Readonly<Record<string, unknown>>;

/**
 * The record for a request that overwrites the lead on file. An unsigned lead names no verified fields, and the mark of an
 * earlier one must not outlive the values that it vouches for.
 */
export function overwritingRecord<R extends LeadValues>(record: R): R & LeadValues {
  return { [verifiedFieldsName]: '', ...record };
}

/**
 * What `verified_fields` has to say after the blanks of the lead on file were filled from the record. Undefined if it need
 * not change. If the service does not show what it says now, a signed lead names what it vouches for: a mark that is lost
 * is better than one that is wrong, and than none.
 */
export function verifiedAfterFill(
  record: LeadValues,
  onFile: LeadValues,
  blanks: readonly string[],
): string | undefined {
  const before = namesIn(onFile);
  const kept = before.filter((name) => !blanks.includes(name));
  // A value that was on file and stays there is verified only if the token has the same one. Phones are the same: by the
  // phone the lead was found.
  const signed = namesIn(record).filter(
    (name) => name === 'phone' || blanks.includes(name) || onFile[name] === record[name],
  );
  const after = [...new Set([...kept, ...signed])];
  return after.join() === before.join() ? undefined : after.join();
}

function namesIn({ [verifiedFieldsName]: names }: LeadValues): string[] {
  return typeof names === 'string' ? names.split(',').filter((name) => name !== '') : [];
}
