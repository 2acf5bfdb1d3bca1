import { readFileSync } from 'node:fs';

const unit = readFileSync('deploy/leadchat.service', 'utf8');

/** Node's options, with which deploy/ starts the proxy. */
export const deployedFlags = /^ExecStart=\S+ (--.*?) dist\//m.exec(unit)?.[1]?.split(' ') ?? [];

/** The variables that deploy/ sets for it. */
export const deployedEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((entry) => entry.split('=')),
  ),
);
