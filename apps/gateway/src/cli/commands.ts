import type { INestApplicationContext } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { userInfo } from 'node:os';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { CustomerAppsService } from '../customer-apps/customer-apps.service.js';
import { SigningKeys } from '../signing/signing-keys.js';
import { UsageError, type Arguments } from './arguments.js';
import { CustomerAppCommands } from './customer-app-commands.js';
import { KeysOfServices } from './keys-of-services.js';
import { Ledger, type LedgerAnswer } from './ledger.js';
import { PaymentUsers } from './payment-users.js';
import { Reconciliation } from './reconciliation.js';
import { Restore } from './restore.js';
import { SettlementAccounts } from './settlement-accounts.js';

export interface Command {
  readonly args: Arguments;
  /** URL of the API for callers; printed with a new app. */
  readonly baseUrl: string;
  readonly print: (answer: object) => void;
}

/** Runs one command and prints its answer. Throws `UsageError` for a command that is none. */
export async function runCommand(
  context: INestApplicationContext,
  { args, baseUrl, print }: Command,
): Promise<void> {
  const actor = args.text('actor') ?? userInfo().username;
  const accounts = context.get(SettlementAccounts);
  const apps = new CustomerAppCommands({
    baseUrl,
    print,
    apps: context.get(CustomerAppsService),
    reads: context.get(CustomerAppsReads),
    accounts,
  });
  switch (args.command) {
    case 'customer-app create':
      return apps.create(args, actor);
    case 'customer-app list':
      return print(await apps.list());
    case 'customer-app show':
      return print(await apps.show(args));
    case 'customer-app update':
      return print(await apps.update(args, actor));
    case 'customer-app rotate-secret':
      return print(await apps.rotateSecret(args, actor));
    case 'customer-app disable':
      return print(await apps.disable(args, actor));
    case 'customer-app enable':
      return print(await apps.enable(args, actor));
    case 'customer-app enable-live':
      return print(await apps.enableLive(args, actor));
    case 'settlement-account create':
      return print(await accounts.create(args, actor));
    case 'settlement-account update':
      return print(await accounts.update(args, actor));
    case 'payment-user erase':
      return print(await context.get(PaymentUsers).erase(args, actor));
    case 'reconciliation list':
      return print(await context.get(Reconciliation).list(args));
    case 'reconciliation disputes':
      return print(await context.get(Reconciliation).disputes(args));
    case 'ledger verify':
      return proved(await context.get(Ledger).verify(args), print);
    case 'ledger balances':
      return print(await context.get(Ledger).balances(args));
    case 'ledger reconcile':
      return proved(await context.get(Ledger).reconcile(args), print);
    case 'restore resolve':
      return proved(await context.get(Restore).resolve(args), print);
    default:
      return print(await runKeyCommand(context, args, actor));
  }
}

/** Exits with code 1 if the books are not correct, for scheduled runs. */
function proved({ answer, isRight }: LedgerAnswer, print: Command['print']): void {
  print(answer);
  if (!isRight) process.exitCode = 1;
}

async function runKeyCommand(
  context: INestApplicationContext,
  args: Arguments,
  actor: string,
): Promise<object> {
  const keys = new KeysOfServices(context.get(InternalClient));
  switch (args.command) {
    case 'signing-key rotate':
      await context.get(SigningKeys).rotate();
      return { rotated: true };
    case 'signing-key distrust':
      return distrustSigningKey(context.get(SigningKeys), args, actor);
    case 'checklist-key rotate':
      return keys.rotate('checklist');
    case 'checklist-key distrust':
      return keys.distrust('checklist', args, actor);
    case 'link-key rotate':
      return keys.rotate('link');
    case 'link-key distrust':
      return keys.distrust('link', args, actor);
    case 'personal-data-keys rewrap':
      return keys.rewrap();
    default:
      throw new UsageError(`There is no command "${args.command}"; "help" lists them.`);
  }
}

async function distrustSigningKey(
  keys: SigningKeys,
  args: Arguments,
  actor: string,
): Promise<object> {
  const keyId = args.operand('KID');
  if (await keys.distrust({ keyId, actor, reason: args.text('reason') ?? null })) {
    return { key_id: keyId, distrusted: true };
  }
  throw new DomainError('INVALID_REQUEST', `There is no signing key ${keyId}.`);
}
