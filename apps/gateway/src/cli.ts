import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig } from '@towpath/config';
import { InternalClient } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { MissingKey, Transactions } from '@towpath/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { userInfo } from 'node:os';
import { Arguments, UsageError } from './cli/arguments.js';
import { CliModule } from './cli/cli.module.js';
import { CustomerAppCommands } from './cli/customer-app-commands.js';
import { SettlementAccounts } from './cli/settlement-accounts.js';
import { USAGE } from './cli/usage.js';
import { CreateCustomerApp } from './customer-apps/create-customer-app.use-case.js';
import { CustomerAppRepository } from './customer-apps/ports.js';
import { RotateClientSecret } from './customer-apps/rotate-client-secret.use-case.js';
import { SetCustomerAppStatus } from './customer-apps/set-customer-app-status.use-case.js';
import { UpdateCustomerApp } from './customer-apps/update-customer-app.use-case.js';
import { GatewayConfig } from './gateway.config.js';
import { SigningKeys } from './tokens/signing-keys.js';

await main().catch((error: unknown) => {
  const known =
    error instanceof DomainError ||
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof MissingKey;
  const text = error instanceof DomainError ? error.explanation : String((error as Error).message);
  process.stderr.write(`${known ? text : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const args = Arguments.parse(process.argv.slice(2));
  if (args.command === '' || args.command === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const config = loadConfig(GatewayConfig);
  const context = await NestFactory.createApplicationContext(CliModule.forRoot(config), {
    logger: false,
    abortOnError: false,
  });
  try {
    const answer = await run(context, { args, baseUrl: config.publicApiUrl });
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  } finally {
    await context.get(InternalClient).close();
    await context.close();
  }
}

function run(
  context: INestApplicationContext,
  { args, baseUrl }: { readonly args: Arguments; readonly baseUrl: string },
): Promise<object> {
  const actor = args.text('actor') ?? userInfo().username;
  const apps = new CustomerAppCommands({
    baseUrl,
    transactions: context.get(Transactions),
    repository: context.get(CustomerAppRepository),
    create: context.get(CreateCustomerApp),
    update: context.get(UpdateCustomerApp),
    rotate: context.get(RotateClientSecret),
    setStatus: context.get(SetCustomerAppStatus),
    accounts: context.get(SettlementAccounts),
  });
  switch (args.command) {
    case 'customer-app create':
      return apps.create(args, actor);
    case 'customer-app list':
      return apps.list();
    case 'customer-app show':
      return apps.show(args);
    case 'customer-app update':
      return apps.update(args, actor);
    case 'customer-app rotate-secret':
      return apps.rotateSecret(args, actor);
    case 'customer-app disable':
      return apps.setStatus('disable', args, actor);
    case 'customer-app enable':
      return apps.setStatus('enable', args, actor);
    case 'customer-app enable-live':
      return apps.setStatus('enable-live', args, actor);
    case 'settlement-account create':
    case 'settlement-account update':
      return context.get(SettlementAccounts).putFrom(args, actor);
    case 'signing-key rotate':
      return context
        .get(SigningKeys)
        .rotate()
        .then(() => ({ rotated: true }));
    default:
      throw new UsageError(`There is no command "${args.command}".\n\n${USAGE}`);
  }
}
