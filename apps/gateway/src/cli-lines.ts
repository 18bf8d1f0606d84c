import { loadConfig } from '@towpath/config';
import { createInterface } from 'node:readline';
import { Arguments } from './cli/arguments.js';
import { failureText, withGateway } from './cli/command-line.js';
import { runCommand } from './cli/commands.js';
import { GatewayConfig } from './gateway.config.js';

// The command line for a program that has many commands: each line of the input is one, as a JSON
// array of its words, and one line of JSON answers it. A start costs over a second of CPU.

const config = loadConfig(GatewayConfig);
const print = (answer: object) => void process.stdout.write(`${JSON.stringify(answer)}\n`);
await withGateway(config, async (context) => {
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      const args = Arguments.parse(JSON.parse(line) as string[]);
      await runCommand(context, { args, baseUrl: config.publicApiUrl, print });
    } catch (error) {
      print({ error: failureText(error) });
    }
  }
});
