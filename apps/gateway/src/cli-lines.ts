import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@towpath/config';
import { InternalClient } from '@towpath/http';
import { createInterface } from 'node:readline';
import { Arguments } from './cli/arguments.js';
import { CliModule } from './cli/cli.module.js';
import { runCommand } from './cli/commands.js';
import { failureText } from './cli/failure-text.js';
import { GatewayConfig } from './gateway.config.js';

// The command line for a program that has many commands: each line of the input is one, as a JSON
// array of its words, and one line of JSON answers it. A start costs over a second of CPU.

const config = loadConfig(GatewayConfig);
const context = await NestFactory.createApplicationContext(CliModule.forRoot(config), {
  logger: false,
  abortOnError: false,
});
const print = (answer: object) => void process.stdout.write(`${JSON.stringify(answer)}\n`);
try {
  for await (const line of createInterface({ input: process.stdin })) await answer(line);
} finally {
  await context.get(InternalClient).close();
  await context.close();
}

async function answer(line: string): Promise<void> {
  try {
    const args = Arguments.parse(JSON.parse(line) as string[]);
    await runCommand(context, { args, baseUrl: config.publicApiUrl, print });
  } catch (error) {
    print({ error: failureText(error) });
  }
}
