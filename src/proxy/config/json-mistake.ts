/**
 * Where a text stops being JSON, for a person: "line 3, column 7". The message of `JSON.parse` quotes the text around
 * that place, which may be a secret.
 */
export function describeJsonMistake(text: string): string {
  const length = longestStart(text);
  if (length === text.length) return 'its end: something is missing there';
  const lines = text.slice(0, length).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** The length of the longest beginning that could still become JSON. Every shorter beginning can, too. */
function longestStart(text: string): number {
  let length = 0;
  let tooLong = text.length + 1;
  while (tooLong - length > 1) {
    const middle = Math.floor((length + tooLong) / 2);
    if (isStart(text.slice(0, middle))) length = middle;
    else tooLong = middle;
  }
  return length;
}

/** V8 says of an unfinished text that the input ends, or names a position behind its last character. */
function isStart(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return message.includes('end of JSON input') || (position !== undefined && Number(position) === text.length);
  }
}
