import { LinkClosingService } from '../src/links/link-attempts/link-closing.service.js';
import { linkBody, setupBody, type Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import {
  attemptsOf,
  chooseType,
  confirm,
  debitAccount,
  debitPayer,
} from './direct-debit-payer.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const DAY_MS = 86_400_000;
const ASKED_AT_ONCE = 32;

let mandates: StandInMandates;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: string;
beforeAll(async () => {
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({ mandateUrl: mandates.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = await debitAccount(app);
  await app.warmUp();
});

/** Whether it happened, each as often as it is tried. */
type Move = (payer: Payer) => Promise<boolean>;

const succeeded = async (answer: Promise<{ readonly status: number }>) =>
  (await answer).status === 200;
const MOVES: Record<string, Move> = {
  'a switch to a card': (payer) =>
    succeeded(
      payer.call('POST /select_payment_method', {
        payment_account_id: accountId,
        payment_method_type: 'CARD',
      }),
    ),
  'going back': (payer) => succeeded(payer.call('POST /change_payment_method', {})),
  'a cancel': (payer) => succeeded(app.send(`POST /payment_links/${payer.linkId}/cancel`)),
  'the end of its validity': async ({ link }) => {
    await app.moveClock(31 * DAY_MS);
    const closing = service.app.get(LinkClosingService, { strict: false });
    return closing.expire(app.id, link.payment_link_id as Parameters<typeof closing.expire>[1]);
  },
};

interface Race {
  readonly confirmed: readonly boolean[];
  readonly moved: readonly boolean[];
  readonly payer: Payer;
  readonly mandateId: string;
}

/** 64 at once: half of them ask whether the mandate may live, half of them end its attempt. */
async function race(body: object, moves: readonly Move[], lead: number): Promise<Race> {
  const payer = await debitPayer(app, body);
  const mandateId = (await chooseType(payer, 'MANDATE')).body.mandate_id ?? '';
  const asking = () => confirm(app, payer.linkId, mandateId);
  const first = Array.from({ length: lead }, asking);
  const moving = Array.from({ length: ASKED_AT_ONCE }, (_, index) =>
    (moves[index % moves.length] as Move)(payer),
  );
  const rest = Array.from({ length: ASKED_AT_ONCE - lead }, asking);
  const [confirmed, moved] = await Promise.all([
    Promise.all([...first, ...rest]),
    Promise.all(moving),
  ]);
  return { confirmed, moved, payer, mandateId };
}

/** The events that tell the mandate's service to close the draft. */
function releasesOf(mandateId: string): Promise<{ name: string }[]> {
  return app.rows<{ name: string }>(
    `SELECT event_name AS name FROM outbox
     WHERE payload ->> 'mandate_id' = $1 AND event_name LIKE 'payment_link.%'`,
    [mandateId],
  );
}

async function assertOneOutcome({ confirmed, moved, payer, mandateId }: Race): Promise<boolean> {
  expect(new Set(confirmed).size).toBe(1);
  const [lives = false] = confirmed;
  const attempts = await attemptsOf(app, payer.linkId);
  const [attempt] = attempts.filter((each) => each.mandate_id === mandateId);
  const releases = await releasesOf(mandateId);
  if (lives) {
    expect(moved.some(Boolean)).toBe(false);
    expect([attempt?.status, releases.length, attempts.length]).toEqual(['CONFIRMED', 0, 1]);
    expect((await payer.readLink()).status).toBe('CREATED');
  } else {
    expect(attempt?.status).toMatch(/^(REPLACED|CANCELLED)$/);
    expect(releases).toHaveLength(1);
  }
  const payment = lives ? 'PROCESSING' : 'CANCELLED';
  expect(attempt?.payment_status).toBe(payer.link.mode === 'SETUP' ? null : payment);
  return lives;
}

describe('64 at once decide about one mandate', () => {
  it.each(Object.keys(MOVES))(
    'and %s: it goes live or it does not, for everybody',
    async (name) => {
      const outcomes: boolean[] = [];
      for (const lead of [0, 1, 8, ASKED_AT_ONCE]) {
        await app.moveClock(0);
        const body = lead === 8 ? setupBody() : linkBody();
        const raced = await race(body, [MOVES[name] as Move], lead);
        outcomes.push(await assertOneOutcome(raced));
      }
      expect(outcomes).toHaveLength(4);
    },
    START_MS,
  );

  it(
    'and all of them together',
    async () => {
      for (const lead of [0, 2, 16]) {
        await app.moveClock(0);
        await assertOneOutcome(await race(linkBody(), Object.values(MOVES), lead));
      }
    },
    START_MS,
  );
});
