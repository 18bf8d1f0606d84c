import { Argument, Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { freezeClock, instantOf, moveClock, secondsOf, setClock, showClock } from './clock.js';
import type { Environment } from './credentials.js';
import { eventTypeOf, eventTypesMatching, type EventType } from './event-types.js';
import { UsageError } from './failure.js';
import { listen } from './listen/listen.js';
import { openPage, PAGES, type OpenOptions, type Page } from './open-page.js';
import { resend } from './resend.js';
import { openSession, Output, type Session } from './session.js';
import { listScenarios, trigger } from './trigger/trigger.js';

interface Shared {
  readonly json?: boolean;
}

const CREDENTIALS = `
The app: TOWPATH_URL, TOWPATH_CLIENT_ID and TOWPATH_CLIENT_SECRET, or else the sandbox app that
npm start leaves in .data/sandbox-app.json, in this folder or one above it.`;

/** The command line. */
export function commands(env: Environment): Command {
  const towpath = new Command('towpath')
    .description('Commands for those who integrate the Towpath API.')
    .version(manifest.version)
    .option('--json', 'print one JSON document per line')
    .addHelpText('after', CREDENTIALS)
    .showHelpAfterError('(towpath --help lists the commands)')
    .exitOverride();
  const session = (): Session => openSession(env, towpath.opts<Shared>());
  const secret = env['TOWPATH_WEBHOOK_SECRET'];

  addListen(towpath, { session, secret });
  addResend(towpath, { session, secret });
  towpath
    .command('trigger')
    .description('makes events happen in the sandbox')
    .argument('[events...]', 'event types such as PAYMENT_LINK_PAID')
    .option('--list', 'list every event type, and what makes it happen')
    .action(async (names: string[], { list }: { list?: boolean }) => {
      if (list) return listScenarios(new Output(towpath.opts<Shared>().json === true));
      if (names.length === 0)
        throw new UsageError('Name an event type; trigger --list shows them.');
      const types = names.map(eventTypeOf);
      await trigger(session(), types);
    });
  towpath
    .command('open')
    .description('makes a test page and opens it in the browser')
    .addArgument(new Argument('<page>', 'what to open').choices(PAGES))
    .option('--print', 'print the address, and start no browser')
    .option('--redirect-uri <url>', 'where the page for bank logins returns to')
    .action((page: Page, options: OpenOptions) => openPage(session(), page, options));
  addClock(towpath, session);
  return towpath;
}

interface Receiving {
  readonly session: () => Session;
  readonly secret: string | undefined;
}

function addListen(towpath: Command, { session, secret }: Receiving): void {
  interface Options {
    readonly forwardTo?: URL;
    readonly events?: readonly EventType[];
    readonly after?: string;
  }
  const events = new Option('--events <types>', 'only these, such as PAYMENT_LINK_*,PAYOUT_FAILED');
  towpath
    .command('listen')
    .description('prints webhook events as they happen, and forwards them to your machine')
    .option('--forward-to <url>', 'where to send each event', urlOf)
    .addOption(events.argParser(eventTypesMatching))
    .option('--after <cursor>', 'go on where an earlier run ended')
    .action(async ({ forwardTo, events: eventTypes = [], after }: Options) => {
      const ending = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
      await listen(session(), { forwardTo, eventTypes, after, secret, signal: ending.signal });
    });
}

function addResend(towpath: Command, { session, secret }: Receiving): void {
  interface Options {
    readonly endpoint?: string;
    readonly forwardTo?: URL;
  }
  towpath
    .command('resend')
    .description('sends an event again')
    .argument('<event-id>', 'ID of the event')
    .option('--endpoint <id>', 'only to this endpoint')
    .option('--forward-to <url>', 'to this address instead, as listen does', urlOf)
    .action((eventId: string, options: Options) =>
      resend(session(), eventId, { ...options, secret }),
    );
}

function addClock(towpath: Command, session: () => Session): void {
  const clock = towpath.command('clock').description('shows or moves the clock of the test app');
  clock
    .command('show', { isDefault: true })
    .description('shows it')
    .action(() => showClock(session()));
  clock
    .command('advance')
    .description('moves it forward, and waits for everything that was due')
    .argument('<duration>', '90s, 15m, 12h, 2d, 1w or 1d12h', secondsOf)
    .action((seconds: number) => moveClock(session(), seconds));
  clock
    .command('set')
    .description('moves it forward to a time')
    .argument('<time>', '2026-12-24 or 2026-12-24T10:00:00Z', instantOf)
    .action((instant: Date) => setClock(session(), instant));
  for (const [name, frozen] of [
    ['freeze', true],
    ['thaw', false],
  ] as const) {
    clock
      .command(name)
      .description(frozen ? 'stops it' : 'lets it run on')
      .action(() => freezeClock(session(), frozen));
  }
}

function urlOf(text: string): URL {
  if (/^https?:/.test(text) && URL.canParse(text)) return new URL(text);
  throw new UsageError(`${text} is no URL: write http://127.0.0.1:3000/hook.`);
}
