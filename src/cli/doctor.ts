import { createNodeDoctorDeps, type DoctorReport, describeReport, reportProblems, runDoctor } from '../proxy/index.ts';
import { readOptions } from './arguments.ts';
import { readConfigFor, unusableConfig } from './command-config.ts';

const help = `Usage: leadchat doctor [options]

Checks a proxy's configuration against the live service. It changes nothing there, except that it opens
an anonymous conversation, which stays in the service and may contain a greeting.

  --config FILE  configuration (default: leadchat.config.ts, .js or .json here, and the environment)
  --chat         also send one message as the widget would (messageFrame), in another conversation that stays in
                 the service, and report whether an answer comes
  --dev          check the configuration as serve --dev would
  --json         print the report as JSON

Exit code 0 if every check passed, 1 if a check failed, 2 if the configuration cannot be used.`;

export async function runDoctorCommand(args: string[]): Promise<void> {
  const options = readOptions(args, {
    config: { type: 'string' },
    chat: { type: 'boolean' },
    dev: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  const isJson = options.json === true;
  const result = await readConfigFor(options);
  if (!result.ok) {
    if (isJson) printJson(reportProblems(result.issues));
    throw unusableConfig(result.issues);
  }
  const report = await runDoctor(result.config, createNodeDoctorDeps(result.config), {
    chat: options.chat === true,
  });
  if (isJson) printJson(report);
  else console.log(describeReport(report));
  process.exitCode = report.ok ? 0 : 1;
}

function printJson(report: DoctorReport): void {
  console.log(JSON.stringify(report, null, 2));
}
