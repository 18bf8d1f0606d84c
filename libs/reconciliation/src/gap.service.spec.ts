import { newId, type CustomerAppId } from '@towpath/kernel';
import { silentLogger } from '@towpath/observability';
import type { HeldBooks } from './books/index.js';
import { DifferencesService, type Suspect } from './differences.service.js';
import { GapService } from './gap.service.js';
import { KeptDifferences } from './kept-differences.js';
import {
  ReconciledBooks,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
} from './ports.js';
import type { ReconciliationService } from './reconciliation.service.js';
import { transactionsAt } from './transactions-at.fixture.js';

const since = new Date('2026-03-10T10:00:00.000Z');
const KEY: ReconciliationKey = {
  customerAppId: newId<CustomerAppId>(since),
  appType: 'TEST',
  integrationId: 'GW1',
};
const AT_ONCE = 8;

/** Payments of our books that a gateway settled, without any money in our books. */
class Books extends ReconciledBooks {
  override readonly keeper = 'gateway';
  override readonly sides = ['CHARGE', 'REFUND'];
  lines: SettledEntry[] = [];
  /** What asking does, by reference. */
  readonly asking = new Map<string, () => Promise<void>>();
  readonly answered = new Set<string>();
  readonly asked: string[] = [];

  override places = () => [KEY];
  override executed = () => Promise.resolve({ subjects: [], next: null });
  override async *settled(): AsyncGenerator<SettledEntry> {
    yield* this.lines;
  }
  override held = (_tx: unknown, _key: unknown, subjects: readonly string[]) =>
    Promise.resolve(
      new Map(subjects.map((id): [string, HeldBooks] => [id, { reference: id, sides: {} }])),
    );
  override listFailure = ({ message }: Error) => (message === 'silent' ? 'SILENT' : null);
  override ask = (_tx: unknown, { reference }: NamedPayment) => {
    this.asked.push(reference);
    return Promise.resolve(this.asking.get(reference) ?? null);
  };
}

/** Each line of the list that was not answered is a suspect. */
class Compared extends DifferencesService {
  override receive: DifferencesService['receive'] = (tx, key, { entries, settledBy }) =>
    this.compare(tx, key, { subjects: entries.map(({ reference }) => reference), settledBy });
  override compare: DifferencesService['compare'] = (_tx, _key, { subjects }) => {
    const isSuspect = ({ reference }: SettledEntry) =>
      subjects.includes(reference) && !books.answered.has(reference);
    const suspectOf = ({ reference, kind }: SettledEntry): Suspect => {
      return { subject: reference, side: kind, reference, foundAt: since };
    };
    return Promise.resolve(books.lines.filter(isSuspect).map(suspectOf));
  };
}

let books: Books;
let gaps: GapService;
beforeEach(() => {
  books = new Books();
  const places = { keys: () => Promise.resolve([KEY]) } as unknown as ReconciliationService;
  const transactions = transactionsAt(() => since);
  const logger = silentLogger();
  const differences = new Compared(transactions, books, new KeptDifferences(logger));
  gaps = new GapService(transactions, books, places, differences, logger);
});

const line = (reference: string, kind = 'CHARGE'): SettledEntry => ({
  entryId: `${reference} ${kind}`,
  reference,
  paymentId: reference,
  kind,
  amount: 100,
  currency: 'HKD',
  settledAt: since,
});

async function unrecorded(giveBack = false): Promise<string[]> {
  const gap = await gaps.compare({ customerAppId: undefined, since, giveBack });
  expect(gap.unknown).toEqual([]);
  return gap.unrecorded.map(({ subject }) => subject);
}

/** An answer that brings the money into our books. */
const answers = (reference: string) =>
  books.asking.set(reference, () => Promise.resolve(void books.answered.add(reference)));

it.each([true, false])('a comparison asks for known money (give back: %p)', async (back) => {
  books.lines = [line('scheduled'), line('answered')];
  answers('answered');
  expect(await unrecorded(back)).toEqual(['scheduled']);
  expect(books.asked).toEqual(['scheduled', 'answered']);
});

it('a comparison asks eight at a time, so that a slow answer delays only its own place', async () => {
  const references = Array.from({ length: 20 }, (_, index) => `p${index}`);
  books.lines = references.map((reference) => line(reference));
  references.forEach(answers);
  let release = () => {};
  const others = new Promise<void>((resolve) => (release = resolve));
  books.asking.set('p0', () => others);
  books.asking.set('p19', () => Promise.resolve(release()));
  expect(new Set(await unrecorded())).toEqual(new Set(['p0', 'p19']));
  expect(books.asked.slice(0, AT_ONCE)).toEqual(references.slice(0, AT_ONCE));
});

it('a comparison asks the other payments although one does not answer', async () => {
  books.lines = [line('away'), line('answered')];
  books.asking.set('away', () => Promise.reject(new Error('silent')));
  answers('answered');
  expect(await unrecorded()).toEqual(['away']);
  expect(books.answered).toEqual(new Set(['answered']));
});

it('a comparison reports a fault of ours after the other payments are asked', async () => {
  books.lines = [line('faulty'), line('answered')];
  books.asking.set('faulty', () => Promise.reject(new Error('fault')));
  answers('answered');
  await expect(unrecorded()).rejects.toThrow('fault');
  expect(books.answered).toEqual(new Set(['answered']));
});

it('a comparison asks about refunded money, and does not wait for the answer', async () => {
  books.lines = [line('back'), line('back', 'REFUND'), line('known')];
  answers('known');
  expect(await unrecorded()).toEqual([]);
  expect(new Set(books.asked)).toEqual(new Set(['back', 'known']));
});
