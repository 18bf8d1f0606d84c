import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '@towpath/config';
import { eventRegistry, SERVICE_NAMES } from '@towpath/contracts';
import { ParkedMessages, type ParkedMessageId, type ReplaySelection } from '@towpath/messaging';
import { createPool, PgTransactions } from '@towpath/persistence';
import { readEnvironmentFile } from './environment-files.js';
import { LauncherConfig } from './launcher.config.js';

const USAGE = `npm run dlt -- list [--service NAME]
npm run dlt -- show ID
npm run dlt -- replay ID | --topic TOPIC --key KEY | --all [--service NAME]
npm run dlt -- discard ID --reason TEXT

Parked messages of the running services, in the order of parking. A message is replayed with its
whole key, so that their order is kept; the running service does it.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    service: { type: 'string' },
    topic: { type: 'string' },
    key: { type: 'string' },
    all: { type: 'boolean' },
    reason: { type: 'string' },
  },
});
const [command = '', id = ''] = positionals;
const messageId = id as ParkedMessageId;
const print = (value: unknown): void =>
  void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  switch (command) {
    case 'list':
      return print(await eachService((parked) => parked.list()));
    case 'show':
      return print(await eachService(async (parked) => (await parked.show(messageId)) ?? []));
    case 'replay':
      return print(await eachService((parked) => parked.requestReplay(selection())));
    case 'discard':
      return print(await eachService((parked) => parked.discard(messageId, { reason: reason() })));
    default:
      process.stdout.write(USAGE);
  }
}

/** Answers by service; only of those that were asked for and run. */
async function eachService<T>(
  work: (parked: ParkedMessages) => Promise<T>,
): Promise<Record<string, T>> {
  const dataDir = resolve(loadConfig(LauncherConfig).dataDir);
  const answers: Record<string, T> = {};
  for (const service of SERVICE_NAMES) {
    if (values.service !== undefined && values.service !== service) continue;
    const url = readEnvironmentFile(dataDir, { service })?.environment['DATABASE_WORKER_URL'];
    if (!url) continue;
    const pool = createPool({ url, name: 'dlt' });
    const transactions = new PgTransactions({ appPool: pool, workerPool: pool });
    answers[service] = await work(new ParkedMessages(transactions, service, eventRegistry));
    await pool.end();
  }
  if (Object.keys(answers).length > 0) return answers;
  throw new Error('No such service is running here: start the system first, with npm start.');
}

function selection(): ReplaySelection {
  if (values.all) return 'all';
  if (values.topic !== undefined && values.key !== undefined) {
    return { topic: values.topic, key: values.key };
  }
  if (id === '') throw new Error(USAGE);
  return { id: messageId };
}

function reason(): string {
  if (values.reason) return values.reason;
  throw new Error('discard takes --reason: it stays with the message.');
}
