import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { readFile } from 'node:fs/promises';
import type { GatewayAccountRow } from '../gateway-accounts/gateway-account.table.js';
import type { GatewayAccountsReads } from '../gateway-accounts/gateway-accounts.reads.js';
import type { GatewayAccountsService } from '../gateway-accounts/gateway-accounts.service.js';
import { UsageError, type Arguments } from './arguments.js';
import type { Actor } from './customer-app-commands.js';

interface GatewayAccountTools {
  readonly accounts: GatewayAccountsService;
  readonly reads: GatewayAccountsReads;
  /** URL of the API, for the addresses of call-backs. */
  readonly apiUrl: string;
  /** Standard input to its end. */
  readonly read?: (() => Promise<string>) | undefined;
}

const OVERLAP_MINUTES = 24 * 60;

/** The commands on the accounts of apps at processors. Keys are in no argument and in no output. */
export class GatewayAccountCommands {
  constructor(private readonly tools: GatewayAccountTools) {}

  async set(args: Arguments, by: Actor): Promise<object> {
    const place = placeOf(args);
    const given = await this.given(args, ['secret_key', 'publishable_key', 'webhook_secrets']);
    const row = await this.tools.accounts.set({
      ...place,
      ...by,
      gatewayAccount: args.text('gateway-account') ?? null,
      keys: {
        secretKey: textIn(given, 'secret_key'),
        publishableKey: textIn(given, 'publishable_key'),
        webhookSecrets: textsIn(given, 'webhook_secrets'),
      },
    });
    return this.shown(row);
  }

  async show(args: Arguments): Promise<object> {
    return { gateway_accounts: await this.tools.reads.shown(idOf(args)) };
  }

  async rotate(args: Arguments, by: Actor): Promise<object> {
    const place = placeOf(args);
    const overlapMinutes = args.count('overlap-minutes') ?? OVERLAP_MINUTES;
    const given = await this.given(args, ['webhook_secrets']);
    const secrets = textsIn(given, 'webhook_secrets');
    const order = { ...place, ...by, secrets, overlapMinutes };
    return this.shown(await this.tools.accounts.rotateWebhookSecrets(order));
  }

  async rewrap({ run }: Actor): Promise<object> {
    return { rewrapped: await this.tools.accounts.rewrap(run) };
  }

  /** With the addresses to enter at the processor, but for the name of the integration. */
  private shown(row: GatewayAccountRow): object {
    const at = (path: string) => `${this.tools.apiUrl}${path}/{integration_id}/${row.endpointId}`;
    const call_back_urls = [at('/callbacks/cards'), at('/notifications')];
    return { ...this.tools.reads.body(row), call_back_urls };
  }

  private async given(args: Arguments, members: readonly string[]): Promise<Given> {
    const file = args.text('file');
    const { read } = this.tools;
    if (file === undefined && !read) throw new UsageError('--file is missing.');
    const text = file === undefined ? await read?.() : await textOf(file);
    const given = parsed(text ?? '');
    const unknown = Object.keys(given).filter((member) => !members.includes(member));
    if (unknown.length === 0) return given;
    throw new UsageError(
      `The keys are a JSON object with ${members.join(', ')}, and nothing else.`,
    );
  }
}

type Given = Readonly<Record<string, unknown>>;

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new UsageError(`The file of --file cannot be read (${reason}).`, { cause: error });
  }
}

/** The parser's own message quotes the text, and with it the keys. */
function parsed(text: string): Given {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Given;
  throw new UsageError(
    'The keys must be a JSON object, on standard input or in the file of --file.',
  );
}

function textIn(given: Given, member: string): string {
  const value = given[member];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new UsageError(`${member} is missing in the keys, or is no text.`);
}

function textsIn(given: Given, member: string): string[] {
  const value: unknown = given[member];
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (isTexts && value.length > 0) return (value as string[]).map((each) => each.trim());
  throw new UsageError(`${member} is missing in the keys, or is no list of texts.`);
}

function placeOf(args: Arguments): { customerAppId: CustomerAppId; connector: string } {
  return { customerAppId: idOf(args), connector: args.required('connector') };
}

function idOf(args: Arguments): CustomerAppId {
  const raw = args.required('customer-app');
  const id = parseId<CustomerAppId>(raw);
  if (id) return id;
  throw new DomainError('INVALID_REQUEST', `${raw} is not an ID.`);
}
