import { checks } from './checks.ts';
import { beyondRequests, rows } from './rows.ts';

export function titlesFor(row: string): string[] {
  return checks.filter((check) => check.rows.some((one) => one === row)).map((check) => check.title);
}

export function rowNames(): string[] {
  return Object.keys(rows);
}

const introduction = `# The contract with the service

One suite speaks the service's interface over HTTP and WebSocket, with plain \`fetch\` and \`ws\`: \`checks/\`, one check per
behaviour. It runs against the sandbox in \`npm test\` (\`sandbox.test.ts\`), and against the live service with

\`\`\`
LEADCHAT_API_KEY=… npm run contract -- --base-url https://…/v1 --hooks-url https://… --wss-url wss://… --flow ID
\`\`\`

which prints one line per check: \`ok\` or \`failed\` for what the interface says, \`holds\` or \`differs\` for what it leaves open and
\`src/protocol/assumptions.ts\` chose, \`skipped\` for what was not asked for. Nobody is rung and nobody is enrolled without
\`--with-calls\` and \`--with-enrolment\`; leads get numbers that are kept for fiction. What it made is listed at the end, and stays there:
the interface deletes nothing.

## Section → test

Written by \`contract.test.ts\`, which fails when a row has no test. \`npx vitest run test/contracts/contract.test.ts -u\` writes it anew.

| section | what the interface says | tests: the service … |
|---|---|---|
`;

/** The whole README of this folder. */
export function readme(): string {
  const lines = Object.entries(rows).map(([row, says]) => `| ${row} | ${says} | ${titlesFor(row).join(' · ')} |`);
  const beyond = Object.entries(beyondRequests).map(([row, why]) => `- ${row}: ${why}`);
  return `${introduction}${lines.join('\n')}\n\nNo request can show these:\n\n${beyond.join('\n')}\n`;
}
