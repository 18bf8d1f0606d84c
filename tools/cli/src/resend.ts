import { Refusal } from './failure.js';
import { forward, outcomeText } from './listen/forward.js';
import { LocalSigner } from './listen/local-signer.js';
import type { Session } from './session.js';

export interface ResendOptions {
  /** Only to this endpoint. */
  readonly endpoint?: string;
  /** To this address alone, signed here. */
  readonly forwardTo?: URL;
  /** In place of the secret that is derived. */
  readonly secret?: string;
}

/** Has an event sent again to endpoints, or sends it to an address of this machine. */
export async function resend(
  session: Session,
  eventId: string,
  { endpoint, forwardTo, secret }: ResendOptions,
): Promise<void> {
  const { towpath, credentials, output } = session;
  const path = { eventId };
  if (forwardTo) {
    const signer = new LocalSigner({ clientSecret: credentials.clientSecret, secret });
    const event = await towpath.getWebhookEvent({ path });
    const forwarded = await forward(event, { to: forwardTo, signer });
    const { event_id, event_type } = event;
    const text = `${event_type} ${event_id} ${outcomeText(forwarded)}`;
    output.result({ event_id, event_type, forwarded }, text);
    if (forwarded.status === undefined || forwarded.status >= 300)
      throw new Refusal('The receiver did not take the event.');
    return;
  }
  const body = endpoint === undefined ? {} : { webhook_endpoint_id: endpoint };
  const { event_id, event_type, ...answer } = await towpath.resendWebhookEvent({ path, body });
  // The answer has those of each endpoint, whichever this resend was for.
  const deliveries = answer.deliveries.filter(
    ({ webhook_endpoint_id: id }) => endpoint === undefined || id === endpoint,
  );
  const held = deliveries.filter(({ status }) => status === 'HELD').length;
  const count = deliveries.length - held;
  const text = `${event_type} ${event_id} is sent again to ${endpoints(count)}`;
  output.result({ event_id, event_type, deliveries }, text);
  if (held > 0) output.note(`It is held for ${endpoints(held)} until you enable what is disabled.`);
  if (deliveries.length === 0)
    output.note('No endpoint subscribes to it. To send it here: --forward-to URL');
}

function endpoints(count: number): string {
  return `${count} endpoint${count === 1 ? '' : 's'}`;
}
