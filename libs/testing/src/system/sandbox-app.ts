import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ALL_SCOPES } from '@towpath/contracts';
import { StartError } from '../servers/start-error.js';
import { runGatewayCli } from './gateway-cli.js';
import type { System } from './system.js';

/** A customer app for trying things out, as it is written for its user. */
export interface SandboxApp {
  readonly base_url: string;
  readonly customer_app_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uris: readonly string[];
  readonly settlement_accounts: readonly SandboxSettlementAccount[];
}

export interface SandboxSettlementAccount {
  readonly account_id: string;
  readonly currencies: readonly string[];
  /** What it takes, main one first. */
  readonly payment_method_type: readonly string[];
}

export interface NewSandboxApp {
  readonly name: string;
  /** All but `mandate:listSensitive` when absent. */
  readonly scopes?: readonly string[];
  readonly redirectUris?: readonly string[];
  /** All of them when absent. */
  readonly currencies?: readonly string[];
}

const REDIRECT_URIS = ['http://127.0.0.1:8090/callback', 'http://localhost:8090/callback'];
const PAYMENT_METHOD_TYPES = ['CARD', 'MANDATE', 'MANUAL', 'WALLET'];
const OPENING_BALANCE = 1_000_000;
/** Card gateway of each currency's settlement account, in the order in which they are listed. */
const CARD_GATEWAYS = { HKD: 'GW1', USD: 'GW2', SGD: 'GW4', JPY: 'GW1', KWD: 'GW1' };

/** Makes a test customer app with one settlement account per currency. */
export async function createSandboxApp(system: System, app: NewSandboxApp): Promise<SandboxApp> {
  const scopes = app.scopes ?? ALL_SCOPES.filter((scope) => scope !== 'mandate:listSensitive');
  const redirectUris = app.redirectUris ?? REDIRECT_URIS;
  const created = (await runGatewayCli(system, [
    ...['customer-app', 'create', '--name', app.name, '--scopes', scopes.join(',')],
    ...redirectUris.flatMap((uri) => ['--redirect-uri', uri]),
  ])) as Omit<SandboxApp, 'base_url' | 'settlement_accounts'>;
  const wanted = Object.entries(CARD_GATEWAYS).filter(
    ([currency]) => app.currencies?.includes(currency) ?? true,
  );
  const open = ([currency, cardGateway]: readonly [string, string]) =>
    openAccount(system, { customerApp: created.customer_app_id, currency, cardGateway });
  // Lists show the newest first, so the one to be listed first is made last.
  const [first, ...others] = wanted;
  const opened = await Promise.all(others.map(open));
  const accounts = first ? [await open(first), ...opened] : opened;
  return {
    base_url: system.baseUrl,
    customer_app_id: created.customer_app_id,
    client_id: created.client_id,
    client_secret: created.client_secret,
    redirect_uris: redirectUris,
    settlement_accounts: accounts.map(({ account_id, currencies, payment_method_type }) => ({
      account_id,
      currencies,
      payment_method_type,
    })),
  };
}

interface AccountOrder {
  readonly customerApp: string;
  readonly currency: string;
  readonly cardGateway: string;
}

async function openAccount(
  system: System,
  { customerApp, currency, cardGateway }: AccountOrder,
): Promise<SandboxSettlementAccount> {
  const account = await runGatewayCli(system, [
    ...['settlement-account', 'create', '--customer-app', customerApp],
    ...['--currencies', currency, '--business-units', currency, '--reference', currency],
    ...['--payment-method-types', PAYMENT_METHOD_TYPES.join(',')],
    ...['--card-gateway', cardGateway, '--mandate-gateway', 'GW3'],
    ...['--opening-balance', String(OPENING_BALANCE)],
  ]);
  return account as SandboxSettlementAccount;
}

export interface SandboxAppFile {
  readonly file: string;
  readonly log: (line: string) => void;
}

/** The customer app of the first start: made once, and again when the databases do not know it. */
export async function ensureSandboxApp(
  system: System,
  { file, log }: SandboxAppFile,
): Promise<SandboxApp> {
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as SandboxApp)
    : undefined;
  if (known && (await isAccepted(system, known))) {
    const app = { ...known, base_url: system.baseUrl };
    if (known.base_url !== app.base_url) write({ file, app });
    return app;
  }
  log('creating the sandbox customer app');
  const app = await createSandboxApp(system, { name: 'Sandbox' });
  write({ file, app });
  return app;
}

async function isAccepted(system: System, app: SandboxApp): Promise<boolean> {
  const answer = await fetch(`${system.baseUrl}/auth/customer/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: app.client_id,
      client_secret: app.client_secret,
      grant_type: 'client_credentials',
    }),
  });
  const text = await answer.text();
  if (answer.ok) return true;
  if (answer.status === 400 || answer.status === 401) return false;
  const seen = `${answer.status} ${text.slice(0, 200)}`;
  throw new StartError('NOT_READY', `The gateway gives no token to the sandbox app: ${seen}.`);
}

/** Holds a secret: readable by its owner alone, and never half written. */
function write({ file, app }: { readonly file: string; readonly app: SandboxApp }): void {
  writeFileSync(`${file}.draft`, `${JSON.stringify(app, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.draft`, file);
}
