// After a restore, in the container of a service that does not run: the events that its database has
// since shortly before the restored instant are published again once it starts, and the events that
// Kafka has of the time after it, which is in no database any more, are not read.
//   node tools/deploy/dist/restored.js --to 2026-05-03T10:00:00Z [--margin-minutes 10]
import { parseArgs } from 'node:util';
import { loadConfig, printsUsage } from '@towpath/config';
import { SERVICE_NAMES } from '@towpath/contracts';
import { createKafkaClient, publishAgain, securityIn, skipToEnd } from '@towpath/messaging';
import { createLogger } from '@towpath/observability';
import { roleNameOf } from '@towpath/persistence';
import { consumedBy } from './kafka-traffic.js';
import { RestoredConfig } from './restored.config.js';

const DEFAULT_MARGIN = '10';
const MINUTE_MS = 60_000;
const logger = createLogger({ service: 'restored', destination: process.stderr });
const OPTIONS = '--to INSTANT [--margin-minutes 10]';
const purpose = `After a restore to INSTANT: publishes the later events of this database again, and skips those
that Kafka has and no database.`;

if (!printsUsage({ options: OPTIONS, purpose, config: RestoredConfig })) await restored();

async function restored(): Promise<void> {
  try {
    const since = earliest();
    const config = loadConfig(RestoredConfig);
    const role = decodeURIComponent(new URL(config.databaseWorkerUrl).username);
    const service = SERVICE_NAMES.find((name) => roleNameOf(name, 'worker') === role);
    if (!service) throw new Error(`The role "${role}" is the worker of no service.`);
    const kafka = createKafkaClient({
      brokers: config.kafkaBrokers,
      ...securityIn(config),
      clientId: 'restored',
      logger,
    });
    const topics = consumedBy(service).map(({ topic }) => topic);
    const skipped = await skipToEnd(kafka, { group: service, topics });
    const publishedAgain = await publishAgain(config.databaseWorkerUrl, since);
    const done = { service, published_again: publishedAgain, skipped };
    process.stdout.write(`${JSON.stringify(done)}\n`);
  } catch (error) {
    logger.fatal((error as Error).message);
    process.exitCode = 1;
  }
}

/** From when on events are published again. */
function earliest(): Date {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'margin-minutes': { type: 'string', default: DEFAULT_MARGIN },
    },
  });
  const to = Date.parse(values.to ?? '');
  if (Number.isNaN(to)) throw new Error('--to takes the instant that the database is restored to.');
  const margin = Number(values['margin-minutes']);
  if (!(margin >= 0)) throw new Error('--margin-minutes takes a number.');
  return new Date(to - margin * MINUTE_MS);
}
