import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig, type Environment } from '@towpath/config';
import { CallRefused, InternalClient, PeerUnavailable, startupSentence } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { GatewayConfig } from '../gateway.config.js';
import { Arguments, UsageError } from './arguments.js';
import { CliModule } from './cli.module.js';
import { runCommand } from './commands.js';
import { AccountsMissing } from './settlement-accounts.js';

interface Terminal {
  readonly environment: Environment;
  /** Standard output. */
  readonly write: (text: string) => void;
  /** Standard input to its end. */
  readonly read?: () => Promise<string>;
}

/** Runs one command to its end and prints its answer. For errors see `failureText`. */
export async function runCommandLine(
  argv: readonly string[],
  { environment, write, read }: Terminal,
): Promise<void> {
  const args = Arguments.parse(argv);
  if (args.command === 'help') return write(USAGE);
  const config = loadConfig(GatewayConfig, environment);
  const print = (answer: object) => write(`${JSON.stringify(answer, null, 2)}\n`);
  await withGateway(config, (context) =>
    runCommand(context, { args, baseUrl: config.publicApiUrl, print, read }),
  );
}

/** Gives `work` the gateway's parts for commands, and closes them after it. */
export async function withGateway(
  config: GatewayConfig,
  work: (context: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const options = { logger: false, abortOnError: false } as const;
  const context = await NestFactory.createApplicationContext(CliModule.forRoot(config), options);
  try {
    await work(context);
  } finally {
    await context.get(InternalClient).close();
    await context.close();
  }
}

/** The message for an operator when a command fails: a sentence, or the stack of a defect. */
export function failureText(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof DomainError) return error.explanation;
  if (error instanceof CallRefused && error.refusal) return error.refusal.explanation;
  if (error instanceof AccountsMissing) {
    return (
      `The app ${error.app} was created, but not all of its settlement accounts: ` +
      `${failureText(error.cause)} Open them with settlement-account create.`
    );
  }
  if (error instanceof PeerUnavailable) {
    const isUnseen = error.outcome === 'NOT_SENT';
    const effect = isUnseen
      ? 'It has seen nothing of this.'
      : 'It may have acted; look before you repeat.';
    return `${error.message}. ${effect}`;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return startupSentence(error) ?? stack;
}

/** Every command of the gateway's command line. */
const USAGE = `Commands:
  customer-app create --name NAME [--live] [--scopes A,B] [--redirect-uri URI ...]
                      [--setting KEY=VALUE ...] [--pkce OPTIONAL] [--no-accounts]
                      [--currencies HKD,USD]
  customer-app list
  customer-app show --id ID
  customer-app update --id ID [--name NAME] [--scopes A,B] [--redirect-uri URI ...]
                      [--setting KEY=VALUE ...] [--pkce REQUIRED|OPTIONAL]
  customer-app rotate-secret --id ID [--overlap-minutes N]
  customer-app disable --id ID
  customer-app enable --id ID
  customer-app enable-live --id ID
  settlement-account create --customer-app ID --currencies HKD --payment-method-types CARD,...
                      [--reference REF] [--business-units A,B] [--legal-entity NAME]
                      [--card-gateway GW1] [--mandate-gateway GW3] [--opening-balance MINOR_UNITS]
                      [--card-connector NAME] [--debit-connector NAME] [--payout-connector NAME]
                      [--transfer-connector NAME] [--gateway-account ACCOUNT_AT_THE_GATEWAY]
                      [--surcharges CARD=FIXED+BASIS_POINTS,...] [--fees ...]
  settlement-account update --account ID --customer-app ID --currencies HKD
                      --payment-method-types CARD,... (options of create; they replace all)
  gateway-account set --customer-app ID --connector NAME [--file PATH]
                      [--gateway-account ACCOUNT_AT_THE_GATEWAY]
  gateway-account show --customer-app ID
  gateway-account rotate-webhook-secret --customer-app ID --connector NAME [--file PATH]
                      [--overlap-minutes N]
  gateway-account rewrap
  payment-user erase --customer-app ID --user ID --reason TEXT
  reconciliation list [--customer-app ID] [--after ID]
  reconciliation disputes --customer-app ID
  ledger verify [--customer-app ID]
  ledger balances --customer-app ID [--at 2060-03-01T12:00:00Z]
  ledger reconcile [--customer-app ID]
  restore resolve --since INSTANT [--customer-app ID] [--give-back]
  signing-key rotate
  signing-key distrust KID [--reason TEXT]
  checklist-key rotate
  checklist-key distrust KID [--reason TEXT]
  link-key rotate
  link-key distrust KID [--reason TEXT]
  personal-data-keys rewrap

Settings are the branding of the hosted pages: display_name, logo_url, accent, support_url,
terms_url, and country (HKG: Chinese in traditional characters). wrong_logins_per_hour limits bank
logins in the app's own user interface. update changes the ones it is given, and KEY= removes one.
Scopes and redirect URIs replace what is there; the sites of the redirect URIs may frame the hosted
pages. With --pkce REQUIRED, as for new apps, a code with a challenge is exchanged only with its
verifier. A new test app gets settlement accounts at the sandbox unless --no-accounts is given.
Connectors are named after what they speak to. An account of a test app that names none uses sandbox;
one of a live app takes and sends nothing until it names one.
gateway-account gives an app an account of its own at a processor. The keys are read from the file, or
from standard input: {"secret_key": "…", "publishable_key": "…", "webhook_secrets": ["…"]}. They are
sealed, and no command prints them. After rotate-webhook-secret, which reads {"webhook_secrets": […]},
the secrets before count for --overlap-minutes more (default 1440). rewrap seals all keys under the
new version of the key file. A test app must have a clock that was never moved, and keeps it.
Changes of apps and accounts are audited under --actor (default: your user name) and take effect
within 5 s.
A new signing key signs after 5.5 minutes; the old ones count for a day more. A distrusted signing
key (KID as the header of its tokens shows it) is gone within 5 s with all its tokens, and the next
one signs at once. A new checklist key is used by payers after 5.5 minutes; the old one decrypts for
30 days more. A distrusted checklist key (KID as GET /payments/jwks shows it, after -- when it
begins with a hyphen) is gone within 5 s, and the next one is used at once; that is audited too.
Link keys, which users who link a bank encrypt to (KID as GET /jwks shows it), go the same way.
After a new version of the personal-data key files, personal-data-keys rewrap wraps all keys of
persons and logins under it while the services run.
Erasing a payment user destroys what is known of the person, for good; rows about money stay. The
reason is kept: it must not tell who.
"ledger verify" proves every rule of the books; "ledger balances" shows those of any instant;
"ledger reconcile" compares what gateways and banks have settled by now without waiting for the next
hour. Both change no books, and end with code 1 when they find something.
"restore resolve" is for databases that were restored to an instant (--since, as
2026-05-03T10:00:00Z): every open attempt, refund, debit, payout and answer to a dispute is asked
for at once, then everything that gateways and banks settled since is compared. Charges and payouts
that the databases do not know are listed. With --give-back charges go back, and payouts are booked.
Payments whose settled money the databases do not know are asked for, too.
It ends with code 1 until all is answered and nothing unknown is left: run it again before traffic
is let in.
`;
