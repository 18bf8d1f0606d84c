import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@towpath/config';
import { InternalClient } from '@towpath/http';
import { Arguments } from './cli/arguments.js';
import { CliModule } from './cli/cli.module.js';
import { runCommand } from './cli/commands.js';
import { failureText } from './cli/failure-text.js';
import { USAGE } from './cli/usage.js';
import { GatewayConfig } from './gateway.config.js';

await main().catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const args = Arguments.parse(process.argv.slice(2));
  if (args.command === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const config = loadConfig(GatewayConfig);
  const context = await NestFactory.createApplicationContext(CliModule.forRoot(config), {
    logger: false,
    abortOnError: false,
  });
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  try {
    await runCommand(context, { args, baseUrl: config.publicApiUrl, print });
  } finally {
    await context.get(InternalClient).close();
    await context.close();
  }
}
