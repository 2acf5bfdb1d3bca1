/** Undefined if it throws: what reads a value of the page, or uses a part of the browser that may be blocked. */
export function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Whether it ends without throwing. */
export function succeeds(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
