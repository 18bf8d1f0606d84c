import { jest } from '@jest/globals';
import { createLogger } from '@towpath/observability';
import type { ClaimedDelivery } from '../sending/delivery.js';
import type { WebhookRequests } from '../sending/webhook-requests.js';
import type { AttemptRecorder } from './attempt-recorder.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryDoorbell } from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import type { ClaimRound, DeliveryClaimsService, DueEndpoints } from './delivery-claims.service.js';
import { DeliverySender } from './delivery-sender.js';
import { Lanes } from './lanes.js';

const due = { customerAppId: 'app', endpointId: 'endpoint', appType: 'TEST' } as never;
const delivery = { endpointId: 'endpoint', eventId: 'event' } as unknown as ClaimedDelivery;
const NOTHING: DueEndpoints = { now: [], more: false };

let polls: number;
let found: DueEndpoints;
let statusCode: number;
let sender: DeliverySender;
let doorbell: DeliveryDoorbell;

beforeEach(() => {
  jest.useFakeTimers();
  polls = 0;
  found = NOTHING;
  statusCode = 200;
  const claimed = { claimed: 1, drained: true, left: false, waitMs: 0 };
  const endpoints = new Map([['endpoint', claimed]]) as never;
  const round: ClaimRound = { deliveries: [delivery], endpoints };
  const claims = {
    due: () => {
      polls += 1;
      return Promise.resolve(found);
    },
    claim: () => Promise.resolve(round),
  };
  const requests = {
    send: () => Promise.resolve({ statusCode, durationMs: 1 }),
    close: () => Promise.resolve(),
  };
  doorbell = new DeliveryDoorbell();
  sender = new DeliverySender(
    claims as unknown as DeliveryClaimsService,
    { add: () => Promise.resolve() } as unknown as AttemptRecorder,
    requests as unknown as WebhookRequests,
    new Lanes(10),
    { sent: () => undefined } as unknown as DeliveryMetrics,
    doorbell,
    createLogger({ service: 'webhook-dispatch', level: 'silent' }),
  );
  sender.onApplicationBootstrap();
});
afterEach(async () => {
  await sender.beforeApplicationShutdown();
  jest.useRealTimers();
});

const pollsDuring = async (ms: number): Promise<number> => {
  const before = polls;
  await jest.advanceTimersByTimeAsync(ms);
  return polls - before;
};

describe('the delivery sender', () => {
  it('polls every 5 s for due deliveries when none is expected', async () => {
    await pollsDuring(0);
    expect(await pollsDuring(60_000)).toBe(12);
  });

  it('polls every second while deliveries will be due soon', async () => {
    found = { now: [], more: true };
    await pollsDuring(5_000);
    expect(await pollsDuring(10_000)).toBe(10);
  });

  it('keeps its slow polling after a success', async () => {
    await pollsDuring(0);
    doorbell.ring([due]);
    expect(await pollsDuring(4_999)).toBe(0);
  });

  it('polls within a second after a failure', async () => {
    await pollsDuring(0);
    statusCode = 500;
    doorbell.ring([due]);
    expect(await pollsDuring(1_000)).toBe(1);
  });
});
