import { topicOf } from '@towpath/contracts';
import { newId, type EventId } from '@towpath/kernel';
import { SIGNATURE_HEADER, signedContent, type ProbedEvent } from '@towpath/messaging';
import type { RunningSystem } from '@towpath/local-system';
import { eventually, EventProbe, produceRaw } from '@towpath/testing';
import { FlattenedSign, generateKeyPair } from 'jose';
import pg from 'pg';

/** What payment-link holds of an app. */
export interface KnownApp {
  readonly app_type: string;
  readonly status: string;
  readonly credential_generation: number;
  readonly sequence: number;
}

/** An event and its value as text, as it is sent. */
type Message = Pick<ProbedEvent, 'key' | 'headers' | 'text'>;
type Forgery = 'unsigned' | 'signed with another key' | 'signed and altered';

const TOPIC = topicOf('customer-app');

/** Someone who reaches the broker beside the services, and what payment-link makes of it. */
export class ForgedEvents {
  #events: readonly ProbedEvent[] = [];

  private constructor(
    private readonly system: RunningSystem,
    private readonly probe: EventProbe,
    private readonly database: pg.Client,
  ) {}

  static async start(system: RunningSystem): Promise<ForgedEvents> {
    const brokers = system.kafkaBrokers.split(',');
    const probe = await EventProbe.start({ brokers, topics: [TOPIC], from: 'beginning' });
    const url = new URL(system.adminUrl);
    url.pathname = '/payment_link';
    const database = new pg.Client({ connectionString: url.href });
    await database.connect();
    return new ForgedEvents(system, probe, database);
  }

  async stop(): Promise<void> {
    await Promise.all([this.probe.stop(), this.database.end()]);
  }

  /** Waits for the two events of an app that was created and got a new secret. */
  async learn(app: string): Promise<void> {
    this.#events = await this.probe.waitFor(({ key }) => key === app, { count: 2 });
  }

  /** A later event that brings back generation 1. */
  async forged(how: Forgery): Promise<Message> {
    const { key, headers, payload } = this.#at(1);
    const { [SIGNATURE_HEADER]: genuine = '', ...unsigned } = headers;
    const eventId = newId<EventId>(new Date());
    const forged = {
      key,
      headers: { ...unsigned, ce_id: eventId, sequence: '900' },
      text: JSON.stringify({ ...(payload as object), credential_generation: 1 }),
    };
    if (how === 'unsigned') return forged;
    const signature = how === 'signed and altered' ? genuine : await resigned(forged, genuine);
    return { ...forged, headers: { ...forged.headers, [SIGNATURE_HEADER]: signature } };
  }

  /** Resolves when payment-link has dealt with the event as one that nobody proves. */
  async send(message: Message): Promise<void> {
    const before = await this.unproved();
    await this.#put(message);
    await eventually(async () => (await this.unproved()) === before + 1, {
      describe: 'an unproved event',
    });
  }

  /** Sends the app's first event again, of credential generation 1, when its ID is forgotten. */
  async replay(): Promise<void> {
    const { headers } = this.#at(0);
    const inInbox = async (sql: string) => {
      const { rowCount } = await this.database.query(`${sql} WHERE event_id = $1`, [
        headers['ce_id'],
      ]);
      return rowCount === 1;
    };
    if (!(await inInbox('DELETE FROM inbox'))) throw new Error('the event did not come before');
    await this.#put(this.#at(0));
    await eventually(() => inInbox('SELECT 1 FROM inbox'), { describe: 'the repeated event' });
  }

  async view(app: string): Promise<KnownApp | undefined> {
    const { rows } = await this.database.query<KnownApp>(
      `SELECT app_type, status, credential_generation::int, sequence::int FROM customer_app_views
       WHERE customer_app_id = $1`,
      [app],
    );
    return rows[0];
  }

  async disableView(app: string): Promise<void> {
    const sql = `UPDATE customer_app_views SET status = 'DISABLED' WHERE customer_app_id = $1`;
    await this.database.query(sql, [app]);
  }

  /** How many events payment-link did not believe. */
  async unproved(): Promise<number> {
    const { internalUrl } = this.system.service('payment-link');
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    return Number(/^consumer_unproved_total\{.*\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
  }

  #put({ key, headers, text }: Message): Promise<void> {
    return produceRaw(this.system.kafkaBrokers, { topic: TOPIC, key, headers, value: text });
  }

  #at(index: number): ProbedEvent {
    const event = this.#events[index];
    if (!event) throw new Error('no events of the app were learnt');
    return event;
  }
}

/** A correct signature under the gateway's key ID, of a key that is not the gateway's. */
async function resigned({ key, headers, text }: Message, genuine: string): Promise<string> {
  const header = Buffer.from(genuine.split('.')[0] ?? '', 'base64url').toString();
  const { privateKey } = await generateKeyPair('ES256');
  const content = signedContent({ topic: TOPIC, key, headers, value: text });
  const { kid, typ } = JSON.parse(header) as { kid: string; typ: string };
  const jws = await new FlattenedSign(content)
    .setProtectedHeader({ alg: 'ES256', typ, kid })
    .sign(privateKey);
  return `${jws.protected ?? ''}..${jws.signature}`;
}
