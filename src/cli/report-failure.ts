/**
 * Prints why a command failed. The log of `serve` is JSON, one object per line, so its start-up errors are too: whoever
 * collects the log would not see them otherwise. A person at a terminal gets plain text.
 */
export function reportFailure(command: string, message: string): void {
  if (command !== 'serve' || process.stderr.isTTY) {
    console.error(`[leadchat] ${message}`);
    return;
  }
  for (const line of message.split('\n')) {
    const reason = line.replace(/^ +- /, '');
    console.error(JSON.stringify({ level: 50, time: Date.now(), reason, msg: 'start-failed' }));
  }
}
