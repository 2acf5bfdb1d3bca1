import { runContractCommand } from './contract-command.ts';

process.exitCode = await runContractCommand(process.argv.slice(2), process.env, (line) => console.log(line));
