import { isAbsolute, relative } from 'node:path';
import type { SandboxApp, System } from '@towpath/local-system';

export interface SummaryFacts {
  readonly app: SandboxApp;
  /** Where the customer app's credentials are. */
  readonly appFile: string;
}

/** The text after the start: addresses, and two commands to try. */
export function summaryOf(system: System, { app, appFile }: SummaryFacts): string {
  const { postgres, kafka, dataDir } = system;
  const rows: [string, string][] = [
    ['API', `${app.base_url}  (reference: ${app.base_url}/docs)`],
    ['Hosted pages', `${system.pagesUrl}  (a link's "url" leads there)`],
    ['Console', consoleOf(system)],
    ['Sandbox', `${system.service('sandbox').url}  (simulated card gateway)`],
    ['PostgreSQL', postgres ? `127.0.0.1:${postgres.port}` : 'the one at DATABASE_URL'],
    ['Kafka', kafka ? kafka.brokers : system.kafkaBrokers],
    ['Customer app', path(appFile)],
    ['Logs', `${path(dataDir)}/logs/<service>.log`],
  ];
  return [
    '',
    `Everything runs. Ctrl-C stops it; the data stay in ${path(dataDir)}.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`),
    '',
    'Create a payment link, then open its "url" and pay with card 4242 4242 4242 4242:',
    '',
    ...tour({ app, appFile }).map((line) => `  ${line}`),
    '',
  ].join('\n');
}

function consoleOf({ consoleUrl, layout, dataDir }: System): string {
  if (!consoleUrl) return 'none';
  if (layout.settings['CONSOLE_OIDC_ISSUER']) return consoleUrl;
  return `${consoleUrl}  (password: "consolePassword" in ${path(dataDir)}/keys/launcher.json)`;
}

/** Relative inside the checkout, absolute elsewhere. */
function path(file: string): string {
  const inside = relative(process.cwd(), file);
  return inside.startsWith('..') ? file : inside;
}

/** The same commands, for the gateway's first screen. */
export function tourOf(facts: SummaryFacts): string {
  return tour(facts).join('\n');
}

/** Works as it is in a shell, and shows no secret. */
function tour(facts: SummaryFacts): string[] {
  const { base_url: baseUrl } = facts.app;
  const appFile = path(facts.appFile);
  const module = isAbsolute(appFile) ? appFile : `./${appFile}`;
  return [
    `TOKEN=$(node -p "JSON.stringify({...require('${module}'), grant_type: 'client_credentials'})" |`,
    `  curl -s ${baseUrl}/auth/customer/token -H 'Content-Type: application/json' -d @- |`,
    `  node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
    `curl -s ${baseUrl}/payment_links -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/json' -d '${JSON.stringify(EXAMPLE_LINK)}'`,
  ];
}

const EXAMPLE_LINK = {
  mode: 'PAYMENT',
  amount: 12500,
  currency: 'HKD',
  unique_reference_id: 'order-1001',
  sender: { external_user_id: 'customer-42', name: 'Chan Tai Man' },
  payment_details: { description: 'Order 1001', external_transaction_reference: 'INV-1001' },
};
