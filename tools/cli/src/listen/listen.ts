import type { WebhookEventResponse } from '@towpath/sdk';
import type { EventType } from '../event-types.js';
import { describe } from '../failure.js';
import type { Output, Session } from '../session.js';
import { Feed } from './feed.js';
import { forward, outcomeText, type Receiver } from './forward.js';
import { LocalSigner } from './local-signer.js';

export interface ListenOptions {
  /** Where each event goes; printed only if absent. */
  readonly forwardTo?: URL | undefined;
  readonly eventTypes: readonly EventType[];
  readonly after?: string | undefined;
  /** In place of the secret that is derived. */
  readonly secret?: string | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Prints each new event, and forwards it, until the signal. */
export async function listen(session: Session, options: ListenOptions): Promise<void> {
  const { towpath, credentials, output } = session;
  const { forwardTo, eventTypes, after, signal } = options;
  const receiver = forwardTo && {
    to: forwardTo,
    signer: new LocalSigner({ clientSecret: credentials.clientSecret, secret: options.secret }),
  };
  const onTrouble = (error: unknown) =>
    output.note(`The feed cannot be read: ${describe(error)} It is read again in a second.`);
  const feed = await Feed.open(towpath, { eventTypes, after, signal, onTrouble });
  announce(output, receiver, options.secret === undefined);
  let count = 0;
  try {
    for await (const events of feed.pages()) {
      let handled = 0;
      for (const event of events) {
        if (signal.aborted) break;
        await handle(event, { output, receiver });
        handled += 1;
      }
      count += handled;
      // The page counts as handled only as a whole: what is left of it comes again.
      if (handled < events.length) break;
    }
  } finally {
    finish(output, { count, cursor: feed.cursor });
  }
}

interface Handling {
  readonly output: Output;
  readonly receiver: Receiver | undefined;
}

async function handle(event: WebhookEventResponse, { output, receiver }: Handling): Promise<void> {
  const { event_id, event_type, event_time, resource_id } = event;
  const forwarded = receiver && (await forward(event, receiver));
  const line = `${event_time}  ${event_type}  ${resource_id}  ${event_id}`;
  const text = forwarded ? `${line}  ${outcomeText(forwarded)}` : line;
  output.result({ event_id, event_type, event_time, resource_id, forwarded }, text);
}

/** A secret that was given may be one of a live endpoint: it is not printed. */
function announce(output: Output, receiver: Receiver | undefined, isDerived: boolean): void {
  if (!receiver) {
    output.document({ listening: true });
    output.note('Listening. Ctrl-C ends it.');
    return;
  }
  const { to, signer } = receiver;
  const { secret, publicKeyPem: public_key } = signer;
  const shown = isDerived ? { secret } : {};
  output.document({ listening: true, forward_to: to.href, ...shown, public_key });
  output.note(
    `Listening, and forwarding to ${to.href}. Ctrl-C ends it.\n` +
      `${isDerived ? `Signing secret of this machine: ${secret}` : 'Signed with TOWPATH_WEBHOOK_SECRET.'}\n` +
      `Public key for service-signature:\n${public_key.trim()}`,
  );
}

function finish(
  output: Output,
  end: { readonly count: number; readonly cursor?: string | undefined },
) {
  output.document({ listening: false, ...end });
  const go = end.cursor ? ` Go on from here with --after ${end.cursor}` : '';
  output.note(`${end.count} events.${go}`);
}
