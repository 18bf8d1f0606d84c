import type { INestApplicationContext } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { CommandRun } from '@towpath/persistence';
import { userInfo } from 'node:os';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { CustomerAppsService } from '../customer-apps/customer-apps.service.js';
import { GatewayAccountsReads } from '../gateway-accounts/gateway-accounts.reads.js';
import { GatewayAccountsService } from '../gateway-accounts/gateway-accounts.service.js';
import { SigningKeys } from '../signing/signing-keys.js';
import { TokenSigner } from '../signing/token-signer.js';
import { UsageError, type Arguments } from './arguments.js';
import { CommandCalls, type Calls } from './command-calls.js';
import { Books, type Proof } from './books.js';
import { CustomerAppCommands, type Actor } from './customer-app-commands.js';
import { GatewayAccountCommands } from './gateway-account-commands.js';
import { SettlementAccounts } from './settlement-accounts.js';

export interface Command {
  readonly args: Arguments;
  /** URL of the API for callers; printed with a new app. */
  readonly baseUrl: string;
  readonly print: (answer: object) => void;
  /** Standard input to its end; absent where it is used for other things. */
  readonly read?: (() => Promise<string>) | undefined;
}

/** Runs one command and prints its answer. Throws `UsageError` for a command that is none. */
export async function runCommand(
  context: INestApplicationContext,
  { args, baseUrl, print, read }: Command,
): Promise<void> {
  const actor = args.text('actor') ?? userInfo().username;
  const run = new CommandRun(args.command);
  const by: Actor = { actor, run };
  const signer = context.get(TokenSigner);
  const client = new CommandCalls(context.get(InternalClient), signer, run.claim);
  const accounts = new SettlementAccounts(client);
  const reads = context.get(CustomerAppsReads);
  const service = context.get(CustomerAppsService);
  const apps = new CustomerAppCommands({ baseUrl, print, apps: service, reads, accounts });
  const gatewayAccounts = new GatewayAccountCommands({
    accounts: context.get(GatewayAccountsService),
    reads: context.get(GatewayAccountsReads),
    apiUrl: baseUrl,
    read,
  });
  const books = new Books(client);
  const keys = new KeysOfServices(client);
  const signing = context.get(SigningKeys);
  const commands: Readonly<Record<string, () => Promise<object>>> = {
    'customer-app create': () => apps.create(args, by),
    'customer-app list': () => apps.list(),
    'customer-app show': () => apps.show(args),
    'customer-app update': () => apps.update(args, by),
    'customer-app rotate-secret': () => apps.rotateSecret(args, by),
    'customer-app disable': () => apps.move('disable', args, by),
    'customer-app enable': () => apps.move('enable', args, by),
    'customer-app enable-live': () => apps.move('enableLive', args, by),
    'settlement-account create': () => accounts.create(args, actor),
    'settlement-account update': () => accounts.update(args, actor),
    'gateway-account set': () => gatewayAccounts.set(args, by),
    'gateway-account show': () => gatewayAccounts.show(args),
    'gateway-account rotate-webhook-secret': () => gatewayAccounts.rotate(args, by),
    'gateway-account rewrap': () => gatewayAccounts.rewrap(by),
    'payment-user erase': () => erase(client, args, actor),
    'reconciliation list': () => books.differences(args),
    'reconciliation disputes': () => books.disputes(args),
    'ledger verify': async () => proved(await books.verify(args)),
    'ledger balances': () => books.balances(args),
    'ledger reconcile': async () => proved(await books.reconcile(args)),
    'restore resolve': async () => proved(await books.resolve(args)),
    'signing-key rotate': () => signing.rotate(run).then(() => ({ rotated: true })),
    'signing-key distrust': () => distrustSigningKey(signing, args, by),
    'checklist-key rotate': () => keys.rotate('checklist'),
    'checklist-key distrust': () => keys.distrust('checklist', args, actor),
    'link-key rotate': () => keys.rotate('link'),
    'link-key distrust': () => keys.distrust('link', args, actor),
    'personal-data-keys rewrap': () => keys.rewrap(),
  };
  const command = Object.hasOwn(commands, args.command) ? commands[args.command] : undefined;
  if (!command) {
    throw new UsageError(`There is no command "${args.command}"; "help" lists them.`);
  }
  print(await command());
}

/** Exits with code 1 if the books are not correct, for scheduled runs. */
function proved({ answer, isRight }: Proof): object {
  if (!isRight) process.exitCode = 1;
  return answer;
}

/** The tombstone of a payment user, which payment-link keeps; a repeat shows the first one. */
function erase(client: Calls, args: Arguments, actor: string): Promise<object> {
  return client.call('payment-link', {
    method: 'POST',
    path: '/internal/payment_users/erase',
    body: {
      customer_app_id: args.required('customer-app'),
      user_id: args.required('user'),
      reason: args.required('reason'),
      actor,
    },
    idempotent: true,
  });
}

async function distrustSigningKey(keys: SigningKeys, args: Arguments, by: Actor): Promise<object> {
  const keyId = args.operand('KID');
  if (await keys.distrust({ keyId, ...by, reason: args.text('reason') ?? null })) {
    return { key_id: keyId, distrusted: true };
  }
  throw new DomainError('INVALID_REQUEST', `There is no signing key ${keyId}.`);
}

/**
 * Services with public keys for encryption: for payers of mandates, and for users who link a bank.
 */
const PUBLISHERS = {
  checklist: { service: 'mandate', path: '/internal/checklist_keys' },
  link: { service: 'account-data', path: '/internal/link_keys' },
} as const;

/** Services that encrypt personal data and credentials with their own keys. */
const VAULTS = ['account-data', 'dispute', 'mandate', 'payment-link'] as const;

interface Rewrapped {
  readonly rewrapped: number;
  readonly done: boolean;
}

/** Keys that belong to other services; they are asked over their internal ports. */
export class KeysOfServices {
  constructor(private readonly client: Calls) {}

  rotate(kind: keyof typeof PUBLISHERS): Promise<object> {
    const { service, path } = PUBLISHERS[kind];
    return this.client.call<object>(service, { method: 'POST', path: `${path}/rotate` });
  }

  distrust(kind: keyof typeof PUBLISHERS, args: Arguments, actor: string): Promise<object> {
    const { service, path } = PUBLISHERS[kind];
    return this.client.call<object>(service, {
      method: 'POST',
      path: `${path}/distrust`,
      body: { key_id: args.operand('KID'), actor, reason: args.text('reason') },
      idempotent: true,
    });
  }

  /** Repeats until no key is left, and returns the number of rewrapped keys of each service. */
  async rewrap(): Promise<object> {
    const counts: Record<string, number> = {};
    for (const service of VAULTS) counts[service] = await this.rewrapOf(service);
    return { rewrapped: counts };
  }

  private async rewrapOf(service: (typeof VAULTS)[number]): Promise<number> {
    const path = '/internal/personal_data_keys/rewrap';
    let sum = 0;
    for (;;) {
      const order = { method: 'POST', path, idempotent: true } as const;
      const { rewrapped, done } = await this.client.call<Rewrapped>(service, order);
      sum += rewrapped;
      if (done) return sum;
    }
  }
}
