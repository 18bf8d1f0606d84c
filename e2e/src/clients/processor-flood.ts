import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { signedByGw1, type ChargebackNotice } from '@towpath/testing';
import type { RunningSystem } from '../system/running-system.js';

/** A budget of requests without a token that no other spec shares. */
const OWN_ADDRESS = '127.0.0.29';
const MAX_CONNECTIONS = 256;

export interface FloodAnswer {
  readonly eventId: string;
  readonly status: number;
  /** When to come again, in seconds. */
  readonly retryAfter: string | undefined;
}

/** `GW1`, which posts many notices at once. */
export class ProcessorFlood {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });

  constructor(private readonly system: RunningSystem) {}

  /** Sends each at its planned time, however slow the answers to earlier ones are. */
  async send(notices: readonly ChargebackNotice[], perSecond: number): Promise<FloodAnswer[]> {
    const begin = performance.now();
    const answers: Promise<FloodAnswer>[] = [];
    for (const [index, notice] of notices.entries()) {
      const aheadMs = begin + (index * 1_000) / perSecond - performance.now();
      if (aheadMs > 1) await pause(aheadMs);
      answers.push(this.post(notice));
    }
    return Promise.all(answers);
  }

  stop(): void {
    this.agent.destroy();
  }

  private post(notice: ChargebackNotice): Promise<FloodAnswer> {
    const { body, headers } = signedByGw1(notice, this.system.layout.sandboxGatewaySecret);
    const options = {
      method: 'POST',
      agent: this.agent,
      localAddress: OWN_ADDRESS,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.system.baseUrl}/notifications/gw1`, options, (answer) => {
        const retryAfter = answer.headers['retry-after'];
        answer.resume().on('end', () => {
          resolve({ eventId: notice.event_id, status: answer.statusCode ?? 0, retryAfter });
        });
      });
      sent.on('error', reject).end(body);
    });
  }
}
