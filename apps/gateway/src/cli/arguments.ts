import { parseArgs } from 'node:util';

/** A mistake on the command line; the message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  id: { type: 'string' },
  name: { type: 'string' },
  live: { type: 'boolean' },
  scopes: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  setting: { type: 'string', multiple: true },
  pkce: { type: 'string' },
  'no-accounts': { type: 'boolean' },
  'overlap-minutes': { type: 'string' },
  'customer-app': { type: 'string' },
  account: { type: 'string' },
  reference: { type: 'string' },
  'legal-entity': { type: 'string' },
  currencies: { type: 'string' },
  'business-units': { type: 'string' },
  'payment-method-types': { type: 'string' },
  'card-gateway': { type: 'string' },
  'mandate-gateway': { type: 'string' },
  'card-connector': { type: 'string' },
  'debit-connector': { type: 'string' },
  'payout-connector': { type: 'string' },
  'transfer-connector': { type: 'string' },
  'gateway-account': { type: 'string' },
  connector: { type: 'string' },
  file: { type: 'string' },
  'opening-balance': { type: 'string' },
  surcharges: { type: 'string' },
  fees: { type: 'string' },
  user: { type: 'string' },
  reason: { type: 'string' },
  after: { type: 'string' },
  since: { type: 'string' },
  'give-back': { type: 'boolean' },
  at: { type: 'string' },
  actor: { type: 'string' },
} as const;

/** Commands with an operand. */
const WITH_OPERAND: ReadonlySet<string> = new Set([
  'checklist-key distrust',
  'link-key distrust',
  'signing-key distrust',
]);
const WORDS_OF_COMMAND = 2;

type Options = ReturnType<typeof parse>['values'];

/** The words of one command, checked for form. */
export class Arguments {
  private constructor(
    readonly command: string,
    private readonly options: Options,
    private readonly operands: readonly string[] = [],
  ) {}

  /** Throws `UsageError` for an unknown option. */
  static parse(argv: readonly string[]): Arguments {
    if (isCryForHelp(argv)) return new Arguments('help', {});
    const { positionals, values } = parse(argv);
    const command = positionals.slice(0, WORDS_OF_COMMAND).join(' ');
    if (!WITH_OPERAND.has(command)) return new Arguments(positionals.join(' '), values);
    return new Arguments(command, values, positionals.slice(WORDS_OF_COMMAND));
  }

  text(option: keyof Options): string | undefined {
    const value = this.options[option];
    return typeof value === 'string' ? value : undefined;
  }

  /** The one word after the command. */
  operand(name: string): string {
    const [operand, ...rest] = this.operands;
    if (operand === undefined) throw new UsageError(`${name} is missing.`);
    if (rest.length > 0) throw new UsageError(`One ${name} is enough.`);
    return operand;
  }

  required(option: keyof Options): string {
    const value = this.text(option);
    if (value === undefined) throw new UsageError(`--${option} is missing.`);
    return value;
  }

  flag(option: keyof Options): boolean {
    return this.options[option] === true;
  }

  /** Comma-separated or repeated; undefined when not given. */
  list(option: keyof Options): string[] | undefined {
    const value = this.options[option];
    if (Array.isArray(value)) return value;
    if (typeof value !== 'string') return undefined;
    return value.split(',').filter((part) => part !== '');
  }

  /** Like `list`, with at least one entry. */
  requiredList(option: keyof Options): string[] {
    const entries = this.list(option) ?? [];
    if (entries.length === 0) throw new UsageError(`--${option} is missing.`);
    return entries;
  }

  /** A whole number from 0; undefined when not given. */
  count(option: keyof Options): number | undefined {
    const value = this.text(option);
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${option} takes a whole number.`);
    return Number(value);
  }

  /** `--setting key=value`, repeated. */
  settings(): Record<string, string> | undefined {
    const pairs = this.list('setting');
    return (
      pairs &&
      Object.fromEntries(
        pairs.map((pair) => {
          const at = pair.indexOf('=');
          if (at < 1) throw new UsageError('--setting takes key=value.');
          return [pair.slice(0, at), pair.slice(at + 1)];
        }),
      )
    );
  }
}

/** Also after a group of commands: `customer-app help`. */
function isCryForHelp(argv: readonly string[]): boolean {
  const isBare = argv.every((word) => !word.startsWith('-'));
  return argv.length === 0 || argv.includes('--help') || (isBare && argv.at(-1) === 'help');
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
