import { parseArgs } from 'node:util';
import { SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import type { ParkedMessageId, ReplaySelection } from '@towpath/messaging';

/** The usage text. `program` is the name under which the reader calls it. */
export function dltUsage(program: string): string {
  return `${program} list [--after ID]
${program} show ID
${program} replay ID | --topic TOPIC --key KEY | --all
${program} discard ID --reason TEXT
(each with [--service NAME])

Parked messages of the running services, in the order of parking. A message is replayed with its
whole key, so that their order is kept; the running service does it.
`;
}

/** A mistake on the command line; the message is one sentence. */
export class DltMistake extends Error {
  override readonly name = 'DltMistake';
}

export type DltCommand =
  | { readonly name: 'help' }
  | { readonly name: 'list'; readonly after: ParkedMessageId | undefined }
  | { readonly name: 'show'; readonly id: ParkedMessageId }
  | { readonly name: 'replay'; readonly selection: ReplaySelection }
  | { readonly name: 'discard'; readonly id: ParkedMessageId; readonly reason: string };

export interface DltRequest {
  readonly command: DltCommand;
  /** One service, or all that run when absent. */
  readonly service: ServiceName | undefined;
}

type Options = ReturnType<typeof parse>['values'];

/** Parses the command line. Throws `DltMistake`. */
export function dltRequest(argv: readonly string[]): DltRequest {
  const { positionals, values } = parse(argv);
  const [name = 'help', id, ...more] = values.help ? [] : positionals;
  if (more.length > 0) throw new DltMistake(`What is "${more.join(' ')}" for? One ID at a time.`);
  return { command: commandOf(name, { id, values }), service: serviceOf(values.service) };
}

function commandOf(
  name: string,
  { id, values }: { readonly id: string | undefined; readonly values: Options },
): DltCommand {
  switch (name) {
    case 'help':
      return { name };
    case 'list':
      return { name, after: values.after as ParkedMessageId | undefined };
    case 'show':
      return { name, id: messageId(name, id) };
    case 'replay':
      return { name, selection: selectionOf(id, values) };
    case 'discard':
      return { name, id: messageId(name, id), reason: reasonOf(values) };
    default:
      throw new DltMistake(`There is no command "${name}"; "help" lists them.`);
  }
}

function messageId(command: string, id: string | undefined): ParkedMessageId {
  if (id) return id as ParkedMessageId;
  throw new DltMistake(`${command} takes the ID of a parked message.`);
}

function selectionOf(id: string | undefined, { all, topic, key }: Options): ReplaySelection {
  const given = [id !== undefined, all === true, topic !== undefined || key !== undefined];
  if (given.filter(Boolean).length !== 1) {
    throw new DltMistake('replay takes an ID, or --topic with --key, or --all.');
  }
  if (all) return 'all';
  if (id !== undefined) return { id: id as ParkedMessageId };
  if (topic !== undefined && key !== undefined) return { topic, key };
  throw new DltMistake('replay takes --topic and --key together.');
}

function reasonOf({ reason }: Options): string {
  if (reason?.trim()) return reason;
  throw new DltMistake('discard takes --reason: it stays with the message.');
}

function serviceOf(name: string | undefined): ServiceName | undefined {
  const service = SERVICE_NAMES.find((known) => known === name);
  if (name === undefined || service) return service;
  throw new DltMistake(`There is no service "${name}": ${SERVICE_NAMES.join(', ')}.`);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        service: { type: 'string' },
        after: { type: 'string' },
        topic: { type: 'string' },
        key: { type: 'string' },
        all: { type: 'boolean' },
        reason: { type: 'string' },
      },
    });
  } catch (error) {
    throw new DltMistake(error instanceof Error ? error.message : String(error));
  }
}
