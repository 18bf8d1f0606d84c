import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { StartError } from '../servers/start-error.js';
import { runGatewayCli, type GatewayHost } from './gateway-cli.js';
import { runInGatewayShell } from './gateway-shell.js';
import type { System } from './system.js';

/** A customer app for trials, in the form for its user. */
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
  /** Accepted methods, the main one first. */
  readonly payment_method_type: readonly string[];
}

export interface NewSandboxApp {
  readonly name: string;
  /** All but `mandate:listSensitive` when absent. */
  readonly scopes?: readonly string[];
  /** Those of a program on port 8090 of this machine when absent. */
  readonly redirectUris?: readonly string[];
  /** Currencies that get a settlement account: HKD, USD, SGD, JPY and KWD when absent. */
  readonly currencies?: readonly string[];
}

/** Makes a test customer app with one settlement account per currency, HKD first. */
export function createSandboxApp(system: GatewayHost, app: NewSandboxApp): Promise<SandboxApp> {
  return create((args) => runInGatewayShell(system, args), app);
}

async function create(
  run: (args: readonly string[]) => Promise<unknown>,
  { name, scopes, redirectUris = [], currencies }: NewSandboxApp,
): Promise<SandboxApp> {
  const created = (await run([
    ...['customer-app', 'create', '--actor', 'npm start', '--name', name],
    ...(scopes ? ['--scopes', scopes.join(',')] : []),
    ...redirectUris.flatMap((uri) => ['--redirect-uri', uri]),
    ...(currencies ? ['--currencies', currencies.join(',')] : []),
  ])) as SandboxApp;
  const settlementAccounts = created.settlement_accounts.map(
    ({ account_id, currencies: accountCurrencies, payment_method_type }) => ({
      account_id,
      currencies: accountCurrencies,
      payment_method_type,
    }),
  );
  return { ...created, settlement_accounts: settlementAccounts };
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
    const app = { ...known, base_url: system.publicUrl };
    if (known.base_url !== app.base_url) write({ file, app });
    return app;
  }
  log('creating the sandbox customer app');
  const app = await create((args) => runGatewayCli(system, args), { name: 'Sandbox' });
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
