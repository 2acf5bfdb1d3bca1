// Imports nothing before the version check: an older Node lacks modules of the commands and would print a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  // A reload that comes before the command listens would end the process. It has read no configuration yet.
  if (process.argv[2] === 'serve') process.on('SIGHUP', () => {});
  const { run } = await import('./run.ts');
  const code = await run(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} else {
  console.error(`[leadchat] leadchat needs Node 22.18 or newer, this is ${process.version} (${process.execPath}).`);
  process.exitCode = 2;
}

export {};
