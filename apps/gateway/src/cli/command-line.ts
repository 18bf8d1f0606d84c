import { NestFactory } from '@nestjs/core';
import { loadConfig, type Environment } from '@towpath/config';
import { InternalClient } from '@towpath/http';
import { GatewayConfig } from '../gateway.config.js';
import { Arguments } from './arguments.js';
import { CliModule } from './cli.module.js';
import { runCommand } from './commands.js';
import { USAGE } from './usage.js';

interface Terminal {
  readonly environment: Environment;
  /** Standard output. */
  readonly write: (text: string) => void;
}

/** Runs one command to its end and prints its answer. For errors see `failureText`. */
export async function runCommandLine(
  argv: readonly string[],
  { environment, write }: Terminal,
): Promise<void> {
  const args = Arguments.parse(argv);
  if (args.command === 'help') return write(USAGE);
  const config = loadConfig(GatewayConfig, environment);
  const context = await NestFactory.createApplicationContext(CliModule.forRoot(config), {
    logger: false,
    abortOnError: false,
  });
  const print = (answer: object) => write(`${JSON.stringify(answer, null, 2)}\n`);
  try {
    await runCommand(context, { args, baseUrl: config.publicApiUrl, print });
  } finally {
    await context.get(InternalClient).close();
    await context.close();
  }
}
