import { ConfigError } from '@towpath/config';
import { eventRegistry, SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import { ParkedMessages, type ParkedMessageId } from '@towpath/messaging';
import {
  CommandRun,
  createPool,
  isInfrastructureError,
  PgTransactions,
} from '@towpath/persistence';
import { discardedMessage, type Discarded } from './discarded-event.js';
import { DltMistake, dltRequest, dltUsage, type DltCommand } from './dlt-request.js';

/** The addresses of the databases, and the message if there are none. */
export interface DltDatabases {
  /** URL of the service's database as its worker; undefined if it does not run. */
  readonly urlOf: (service: ServiceName) => string | undefined;
  /** One sentence. */
  readonly none: string;
}

const PAGE = 100;

/**
 * A program that lists, shows, replays and discards parked messages.
 *
 * @param program the name under which its user calls it, for its messages
 */
export async function runDlt(program: string, databases: () => DltDatabases): Promise<void> {
  try {
    const { command, service } = dltRequest(process.argv.slice(2));
    if (command.name === 'help') return void process.stdout.write(dltUsage(program));
    const names = SERVICE_NAMES.filter((name) => service === undefined || name === service);
    const { urlOf, none } = databases();
    const places = names.flatMap((name) => {
      const url = urlOf(name);
      return url ? [{ name, url }] : [];
    });
    if (places.length === 0) throw new DltMistake(none);
    await run({ command, program }, places);
  } catch (error) {
    const { message, stack } = error as Error;
    const isMistake = error instanceof DltMistake || error instanceof ConfigError;
    process.stderr.write(`${isMistake ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  }
}

interface Place {
  readonly name: ServiceName;
  readonly url: string;
}

interface Order {
  readonly command: Exclude<DltCommand, { name: 'help' }>;
  readonly program: string;
}

async function run({ command, program }: Order, services: readonly Place[]): Promise<void> {
  switch (command.name) {
    case 'list':
      return print(await eachService(services, (parked, name) => list(parked, { name, command })));
    case 'show': {
      const found = await eachService(services, (parked) => parked.show(command.id));
      return print(onlyWhere(found, (message) => message !== undefined));
    }
    case 'replay': {
      const asked = await eachService(services, (parked) =>
        parked.requestReplay(command.selection, new CommandRun('dlt replay')),
      );
      return print(command.selection === 'all' ? asked : onlyWhere(asked, (count) => count > 0));
    }
    case 'discard': {
      const done = await eachService(services, (parked, name) =>
        discard(parked, { name, command, program }),
      );
      return print(onlyWhere(done, (discarded) => discarded !== null));
    }
  }
}

interface Discarding {
  readonly name: ServiceName;
  readonly command: { readonly id: ParkedMessageId; readonly reason: string };
  readonly program: string;
}

/**
 * Discards a message, and returns the effects that depended on it; null if no such message waits.
 */
async function discard(
  parked: ParkedMessages,
  { name, command, program }: Discarding,
): Promise<Discarded | null> {
  const found = await parked.showOfKey(command.id);
  const because = { reason: command.reason, run: new CommandRun('dlt discard') };
  if (!found || !(await parked.discard(command.id, because))) return null;
  return discardedMessage(name, found, program);
}

async function list(
  parked: ParkedMessages,
  { name, command }: { name: ServiceName; command: { after: ParkedMessageId | undefined } },
) {
  const { after } = command;
  const messages = await parked.list({ limit: PAGE, ...(after ? { after } : {}) });
  const last = messages.at(-1);
  if (messages.length === PAGE && last) {
    const all = await parked.count();
    process.stderr.write(`${name}: ${all} wait; for the next, list --after ${last.id}\n`);
  }
  return messages;
}

/** The services that have the requested message; a message belongs to one. */
function onlyWhere<T>(
  answers: Readonly<Record<string, T>>,
  has: (answer: T) => boolean,
): Record<string, T> {
  const found = Object.entries(answers).filter(([, answer]) => has(answer));
  if (found.length > 0) return Object.fromEntries(found);
  throw new DltMistake('No running service has such a parked message.');
}

/** Answers by service. */
async function eachService<T>(
  services: readonly Place[],
  work: (parked: ParkedMessages, service: ServiceName) => Promise<T>,
): Promise<Record<string, T>> {
  const answers: Record<string, T> = {};
  for (const { name, url } of services) {
    const pool = createPool({ url, name: 'dlt' });
    const transactions = new PgTransactions({ appPool: pool, workerPool: pool });
    try {
      answers[name] = await work(new ParkedMessages(transactions, name, eventRegistry), name);
    } catch (error) {
      if (!isInfrastructureError(error)) throw error;
      throw new DltMistake(`The database of ${name} cannot be reached.`);
    } finally {
      await pool.end();
    }
  }
  return answers;
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
