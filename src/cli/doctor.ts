import {
  type DoctorReport,
  describeReport,
  nodeDoctorParts,
  readConfig,
  reportFaults,
  runDoctor,
} from '../proxy/index.ts';
import { readOptions } from './arguments.ts';

const help = `Usage: leadchat doctor [options]

Checks a proxy's configuration against the live service, and changes nothing there.

  --config FILE  configuration (default: leadchat.config.ts, .js or .json here, and the environment)
  --dev          allow every origin, as serve --dev does
  --json         print the report as JSON

Exit code 0 when everything is usable, 1 when something is not.`;

export async function runDoctorCommand(args: string[]): Promise<void> {
  const options = readOptions(args, {
    config: { type: 'string' },
    dev: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  const report = await examine(options.config, options.dev === true);
  console.log(options.json === true ? JSON.stringify(report, null, 2) : describeReport(report));
  process.exitCode = report.ok ? 0 : 1;
}

async function examine(file: string | undefined, dev: boolean): Promise<DoctorReport> {
  const reading = await readConfig({ ...(file !== undefined && { file }), env: process.env, dev });
  return reading.ok ? runDoctor(reading.config, nodeDoctorParts(reading.config)) : reportFaults(reading.issues);
}
