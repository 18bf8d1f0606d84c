import { jest } from '@jest/globals';
import { createLogger } from '@towpath/observability';
import type { ClaimedDelivery } from '../sending/delivery.js';
import type { ClaimRound } from './claim-deliveries.use-case.js';
import { DeliverySender, type SenderParts } from './delivery-sender.js';
import type { DueEndpoints } from './find-due-endpoints.query.js';
import { Lanes } from './lanes.js';

const due = { customerAppId: 'app', endpointId: 'endpoint', appType: 'TEST' } as never;
const delivery = { endpointId: 'endpoint', eventId: 'event' } as unknown as ClaimedDelivery;
const NOTHING: DueEndpoints = { now: [], more: false };

let looks: number;
let found: DueEndpoints;
let statusCode: number;
let sender: DeliverySender;

beforeEach(() => {
  jest.useFakeTimers();
  looks = 0;
  found = NOTHING;
  statusCode = 200;
  const claimed = { claimed: 1, drained: true, left: false, waitMs: 0 };
  const endpoints = new Map([['endpoint', claimed]]) as never;
  const round: ClaimRound = { deliveries: [delivery], endpoints };
  const parts = {
    due: {
      execute: () => {
        looks += 1;
        return Promise.resolve(found);
      },
    },
    claims: { execute: () => Promise.resolve(round) },
    recorder: { add: () => Promise.resolve() },
    send: { execute: () => Promise.resolve({ statusCode, durationMs: 1 }) },
    client: { close: () => Promise.resolve() },
    lanes: new Lanes(10),
    metrics: { sent: () => undefined },
    logger: createLogger({ service: 'webhook-dispatch', level: 'silent' }),
  };
  sender = new DeliverySender(parts as unknown as SenderParts);
  sender.start();
});
afterEach(async () => {
  await sender.stop();
  jest.useRealTimers();
});

const looksDuring = async (ms: number): Promise<number> => {
  const before = looks;
  await jest.advanceTimersByTimeAsync(ms);
  return looks - before;
};

describe('the delivery sender', () => {
  it('polls every 5 s for due deliveries when none is expected', async () => {
    await looksDuring(0);
    expect(await looksDuring(60_000)).toBe(12);
  });

  it('polls every second while deliveries will be due soon', async () => {
    found = { now: [], more: true };
    await looksDuring(5_000);
    expect(await looksDuring(10_000)).toBe(10);
  });

  it('keeps its slow polling after a success', async () => {
    await looksDuring(0);
    sender.ring([due]);
    expect(await looksDuring(4_999)).toBe(0);
  });

  it('polls within a second after a failure', async () => {
    await looksDuring(0);
    statusCode = 500;
    sender.ring([due]);
    expect(await looksDuring(1_000)).toBe(1);
  });
});
