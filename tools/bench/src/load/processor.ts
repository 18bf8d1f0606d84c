import { chargebackNotice, signedByGw1 } from '@towpath/testing';
import { Pool } from 'undici';
import type { Stage } from '../run/stage.js';

const MOST_CONNECTIONS = 256;
const DEADLINE_MS = 60_000;
const OK = 200;

export interface Told {
  readonly eventId: string;
  readonly status: number;
}

/** `GW1` as the sender of notifications, which come from an address of their own. */
export class Processor {
  private readonly pool: Pool;

  constructor(private readonly stage: Stage) {
    this.pool = new Pool(stage.system.baseUrl, {
      connections: MOST_CONNECTIONS,
      headersTimeout: DEADLINE_MS,
      bodyTimeout: DEADLINE_MS,
    });
  }

  /** Throws for an answer that neither accepts nor asks for a repeat. */
  async tell(about: Parameters<typeof chargebackNotice>[0]): Promise<Told> {
    const notice = chargebackNotice(about);
    const { body, headers } = signedByGw1(notice, this.stage.system.layout.sandboxGatewaySecret);
    const answer = await this.pool.request({
      method: 'POST',
      path: '/notifications/gw1',
      headers: { ...headers, 'x-forwarded-for': '10.255.0.1' },
      body,
    });
    const text = await answer.body.text();
    const { statusCode: status } = answer;
    const isTold = status === OK || answer.headers['retry-after'] !== undefined;
    if (!isTold) throw new Error(`a notification is answered ${status}: ${text.slice(0, 300)}`);
    return { eventId: notice.event_id, status };
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
