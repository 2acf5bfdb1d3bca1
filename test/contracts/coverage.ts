import { checks } from './checks.ts';
import { beyondRequests, rows } from './rows.ts';

export function titlesFor(row: string): string[] {
  return checks.filter((check) => check.rows.some((checked) => checked === row)).map((check) => check.title);
}

export function rowNames(): string[] {
  return Object.keys(rows);
}

const introduction = `# The contract with the service

One suite tests the [service API](../../docs/service-api.md) over HTTP and WebSocket with plain \`fetch\` and \`ws\`. \`checks/\` has
one check per behavior. It runs against the sandbox in \`npm test\` (\`sandbox.test.ts\`), and against the live service with

\`\`\`
LEADCHAT_API_KEY=… npm run contract -- --base-url https://…/v1 --hooks-url https://… --wss-url wss://… --flow ID
\`\`\`

It prints one line per check: \`ok\` or \`failed\` for a rule of the API, \`holds\` or \`differs\` for an assumption of
\`src/protocol/service/assumptions.ts\`, and \`skipped\` for a check that needs another option. It calls nobody and enrolls nobody without
\`--with-calls\` and \`--with-enrolment\`, and uses phone numbers that are reserved for fiction. At the end it lists the leads that it
created. They stay, because the API cannot delete them.

## Rules and their checks

\`contract.test.ts\` generates this table and fails when a rule has no check. \`npx vitest run test/contracts/contract.test.ts -u\` updates it.

| rule | the API says | checks: the service … |
|---|---|---|
`;

/** The whole README of this folder. */
export function readme(): string {
  const lines = Object.entries(rows).map(([row, says]) => `| ${row} | ${says} | ${titlesFor(row).join(' · ')} |`);
  const beyond = Object.entries(beyondRequests).map(([row, why]) => `- ${row}: ${why}`);
  return `${introduction}${lines.join('\n')}\n\nNo request can test these:\n\n${beyond.join('\n')}\n`;
}
