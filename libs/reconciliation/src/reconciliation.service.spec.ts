import { newId, type CustomerAppId } from '@towpath/kernel';
import { silentLogger } from '@towpath/observability';
import { DifferencesService, type Suspect } from './differences.service.js';
import { KeptDifferences } from './kept-differences.js';
import {
  ReconciledBooks,
  type NamedPayment,
  type ListFailure,
  type SettledEntry,
} from './ports.js';
import { ReconciliationService } from './reconciliation.service.js';
import { transactionsAt } from './transactions-at.fixture.js';

const at = (time: string) => new Date(`2026-03-10T${time}:00.000Z`);
let now = at('10:20');
const HOUR_MS = 3_600_000;
const KEY = {
  customerAppId: newId<CustomerAppId>(now),
  appType: 'TEST',
  integrationId: 'GW1',
} as const;

/** With its position in memory. */
class Reconciliation extends ReconciliationService {
  dueAt = at('10:15');
  until = at('08:00');

  protected override lock() {
    const position = { startedAt: at('00:00'), settledUntil: this.until, dueAt: this.dueAt };
    return Promise.resolve({ ...KEY, ...position });
  }

  protected override async postpone(_tx: unknown, _key: unknown, dueAt: Date) {
    this.dueAt = dueAt;
  }

  protected override async advance(
    _tx: unknown,
    _key: unknown,
    step: { settledUntil: Date; dueAt: Date },
  ) {
    this.until = step.settledUntil;
    this.dueAt = step.dueAt;
  }
}

/** Books of one payment that somebody else has moved; `answers` says whether asking helps. */
class Books extends ReconciledBooks {
  override readonly keeper = 'gateway';
  override readonly sides = ['CHARGE'];
  failing: Error | null = null;
  listed: SettledEntry[] = [];
  asking: (() => Promise<void>) | null = null;
  readonly asked: string[] = [];

  override places = () => [KEY];
  override held = () => Promise.resolve(new Map());
  override executed = () => Promise.resolve({ subjects: [], next: null });
  override async *settled(): AsyncGenerator<SettledEntry> {
    yield* this.listed;
    if (this.failing) throw this.failing;
  }
  override listFailure = ({ message }: Error) =>
    message === 'fault' ? null : (message as ListFailure);
  override ask = (_tx: unknown, { reference }: NamedPayment) => {
    this.asked.push(reference);
    return Promise.resolve(this.asking);
  };
}

type Received = Parameters<DifferencesService['receive']>[2];

class Compared extends DifferencesService {
  override compare = () => Promise.resolve(suspects);
  override openSubjects = () => Promise.resolve([]);
  override receive = (_tx: unknown, _key: unknown, { entries }: Received) => {
    received.push(...entries);
    return Promise.resolve([]);
  };
}

let received: SettledEntry[] = [];
let books: Books;
let suspects: Suspect[];
let reconciliation: Reconciliation;
let errors: string[];
beforeEach(() => {
  now = at('10:20');
  errors = [];
  books = new Books();
  suspects = [];
  const transactions = transactionsAt(() => now);
  const logger = silentLogger();
  logger.error = (_: unknown, text?: string) => void errors.push(text ?? '');
  const differences = new Compared(transactions, books, new KeptDifferences(logger));
  reconciliation = new Reconciliation(transactions, books, differences, logger);
});

it('a run moves on to the last closed hour, and is due when the next one closes', async () => {
  expect(await reconciliation.reconcile(KEY)).toBe(true);
  expect([reconciliation.until, reconciliation.dueAt]).toEqual([at('10:00'), at('11:15')]);
  expect(await reconciliation.reconcile(KEY)).toBe(false);
});

describe('a settlement list that cannot be read', () => {
  it.each([
    ['SILENT', '10:30'],
    ['REFUSED', '11:15'],
  ])('because it is %s is read from the same hour on, at %s', async (failure, due) => {
    books.failing = new Error(failure);
    expect(await reconciliation.reconcile(KEY)).toBe(false);
    expect([reconciliation.until, reconciliation.dueAt]).toEqual([at('08:00'), at(due)]);
  });

  it('is compared as far as it was read: the next reading may begin there', async () => {
    const line = { ...{ entryId: 'e', reference: 'r', paymentId: null }, settledAt: now };
    books.listed = [{ ...line, kind: 'CHARGE', amount: 1, currency: 'HKD' }];
    books.failing = new Error('SILENT');
    received = [];
    expect(await reconciliation.reconcile(KEY)).toBe(false);
    expect(received).toEqual(books.listed);
  });

  it('because of our own fault is reported, and read again after ten minutes', async () => {
    books.failing = new Error('fault');
    await expect(reconciliation.reconcile(KEY)).rejects.toThrow('fault');
    expect([reconciliation.until, reconciliation.dueAt]).toEqual([at('08:00'), at('10:30')]);
  });
});

describe('money that is missing in our books', () => {
  beforeEach(() => {
    suspects = [{ subject: 'payment', side: 'CHARGE', reference: 'theirs', foundAt: now }];
  });

  it('is requested by a schedule, and checked again within minutes', async () => {
    await reconciliation.reconcile(KEY);
    expect([books.asked, reconciliation.dueAt]).toEqual([['theirs'], at('10:25')]);
  });

  it('is requested at once where possible, and is settled when the answer arrives', async () => {
    books.asking = async () => {
      suspects = [];
    };
    await reconciliation.reconcile(KEY);
    expect([books.asked, reconciliation.dueAt]).toEqual([['theirs'], at('11:15')]);
  });

  it('is checked again within minutes when the answer changed nothing', async () => {
    books.asking = () => Promise.resolve();
    await reconciliation.reconcile(KEY);
    expect(reconciliation.dueAt).toEqual(at('10:25'));
  });

  /** Each run when it is due: hours after the difference was found, and whether it was asked. */
  async function lives(hours: number): Promise<number[]> {
    const [{ foundAt } = { foundAt: now }] = suspects;
    const askedAt: number[] = [];
    for (
      const end = foundAt.getTime() + hours * HOUR_MS;
      now.getTime() <= end;
      now = reconciliation.dueAt
    ) {
      reconciliation.dueAt = now;
      const before = books.asked.length;
      await reconciliation.reconcile(KEY);
      if (books.asked.length > before) askedAt.push((now.getTime() - foundAt.getTime()) / HOUR_MS);
      expect(reconciliation.dueAt > now).toBe(true);
    }
    return askedAt;
  }

  it('is requested ever less often, then each hour, and not after two days', async () => {
    now = at('10:15');
    suspects = [{ subject: 'payment', side: 'CHARGE', reference: 'theirs', foundAt: now }];
    const askedAt = await lives(240);
    expect(askedAt.slice(0, 6)).toEqual([0, 5 / 60, 15 / 60, 30 / 60, 1, 2]);
    expect(askedAt.at(-1)).toBe(49);
    expect(askedAt).toHaveLength(4 + 49);
    expect(errors).toEqual(['a gateway contradicts its list']);
  });

  it('is requested a last time by a clock that jumps over the two days', async () => {
    await reconciliation.reconcile(KEY);
    now = new Date('2026-03-13T10:20:00.000Z');
    await reconciliation.reconcile(KEY);
    expect([books.asked.length, errors]).toEqual([2, ['a gateway contradicts its list']]);
    now = reconciliation.dueAt;
    await reconciliation.reconcile(KEY);
    expect([books.asked.length, errors.length]).toEqual([2, 1]);
  });

  it('is requested anew when it is found later, whatever was abandoned before', async () => {
    await lives(60);
    const asked = books.asked.length;
    suspects = [
      ...suspects,
      { subject: 'another', side: 'CHARGE', reference: 'new', foundAt: now },
    ];
    await reconciliation.reconcile(KEY);
    expect(books.asked.slice(asked)).toEqual(['new']);
    expect(reconciliation.dueAt.getTime() - now.getTime()).toBe(300_000);
  });
});
