import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { placeOf, type ReconciliationKey, type SettledEntry } from '@towpath/reconciliation';
import type { BookDifference, HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import {
  GatewayUnavailable,
  type CardGatewayConnector,
  type ProcessorEntry,
  type ProcessorPayout,
  type SettlingAccount,
} from '../../cards/card-gateways/ports.js';
import {
  isPaid,
  restOf,
  type PayoutContent,
} from '../../money/processor-settlements/processor-entry.js';
import { RAISES } from '../../money/processor-settlements/processor-list.js';
import type { ProcessorEntryRow } from '../../money/processor-settlements/processor-settlement.table.js';
import {
  ProcessorSettlementsReads,
  type ListedPayout,
  type ProcessorPlace,
} from '../../money/processor-settlements/processor-settlements.reads.js';
import { ProcessorSettlementsService } from '../../money/processor-settlements/processor-settlements.service.js';
import { CardPaymentsReads } from './card-payments.reads.js';
import { held } from './executed-payments.js';

const PAYOUT = 'PROCESSOR_PAYOUT';
/** Of the account alone: no payment is compared with them. */
const NOT_COMPARED = [
  ...['FEE', 'FEE_REVERSED', 'RESERVE', 'RESERVE_REVERSED'],
  ...['PAYOUT', 'PAYOUT_REVERSED'],
];

/** What card processors keep, take and pay out, in our books and in theirs. */
@Injectable()
export class ProcessorBooks {
  readonly sides = ['DISPUTE', 'DISPUTE_REVERSED', 'OTHER_CREDIT', 'OTHER_DEBIT', PAYOUT];

  constructor(
    private readonly settlements: ProcessorSettlementsService,
    private readonly reads: ProcessorSettlementsReads,
    private readonly payments: CardPaymentsReads,
  ) {}

  /**
   * Books what a processor lists for the app, page by page, and gives the lines that our payments
   * are compared with. Payouts come last, when all of their entries are there. An account that cannot
   * be read stops no other one: its failure comes at the end.
   */
  async *settled(
    gateway: CardGatewayConnector,
    key: ReconciliationKey,
    period: SettlementPeriod,
  ): AsyncGenerator<SettledEntry> {
    const payouts = new Map<string, ProcessorPayout>();
    const failures: unknown[] = [];
    const accounts = await this.settlements.accountsAt(ofKey(gateway, key), (tx, place) =>
      this.payments.accountsLeft(tx, place),
    );
    for (const account of accounts) {
      try {
        const explained = await this.settlements.explainedAt(account);
        for (let after: string | null = null; ;) {
          const page = await gateway.settlement(account, { ...period, after, explained });
          await this.settlements.receive(account, page);
          yield* page.entries.flatMap((entry) => linesOf(entry, account));
          for (const payout of page.payouts) payouts.set(payout.reference, payout);
          if (page.next === null) break;
          after = page.next;
        }
      } catch (error) {
        failures.push(error);
      }
    }
    yield* [...payouts.values()].flatMap(payoutLines);
    const isOurs = (error: unknown) => !(error instanceof GatewayUnavailable);
    if (failures.length > 0) throw failures.find(isOurs) ?? failures[0];
  }

  /** Differences in the entries of payments, by payment; and the processor's payouts, by name. */
  async booksOf(
    tx: AppTx,
    { key, subjects }: { readonly key: ReconciliationKey; readonly subjects: readonly string[] },
    payments: ReadonlyMap<string, HeldBooks>,
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    const entries = await this.reads.ofPayments(tx, key, subjects);
    const byPayment = Map.groupBy(entries, ({ paymentId }): string => paymentId ?? '');
    const books = new Map<string, HeldBooks>();
    for (const [subject, own] of payments) {
      const findings = (byPayment.get(subject) ?? []).flatMap(findingsOf);
      books.set(subject, { ...own, findings });
    }
    const contents = await this.reads.contentsOf(tx, key, subjects);
    for (const subject of subjects) {
      const content = contents.get(subject);
      if (!content) continue;
      const { amount, currency, startedAt: at } = content;
      const paid = held([[{ amount, currency, at }]]);
      const findings = payoutFindings(content, contents);
      books.set(subject, {
        reference: subject,
        sides: { [PAYOUT]: { ...paid, since: null } },
        findings,
      });
    }
    return books;
  }
}

function ofKey(gateway: CardGatewayConnector, key: ReconciliationKey): ProcessorPlace {
  const { integrationId } = placeOf(gateway);
  const { connector, integrationId: cardIntegrationId } = gateway;
  return { ...key, integrationId, cardIntegrationId, connector };
}

/** In the currency of the payment, which our books have. */
function linesOf(entry: ProcessorEntry, { gatewayAccount }: SettlingAccount): SettledEntry[] {
  const { entryId, kind, gatewayReference, paymentId, settledAt, presentment } = entry;
  if (NOT_COMPARED.includes(kind)) return [];
  const { amount, currency } = presentment ?? entry;
  const reference = entry.reference ?? entryId;
  const named = { reference, gatewayReference, gatewayAccount, paymentId };
  return [{ entryId, kind, ...named, amount, currency, settledAt }];
}

function payoutLines({ status, ...payout }: ProcessorPayout): SettledEntry[] {
  if (status === 'PENDING') return [];
  const { reference, amount, currency, startedAt: settledAt } = payout;
  const line = { entryId: reference, reference, paymentId: null, kind: PAYOUT };
  return [{ ...line, amount, currency, settledAt }];
}

function findingsOf(entry: ProcessorEntryRow): BookDifference[] {
  const { kind: listed, amount, fee, net, currency } = entry;
  const side = NOT_COMPARED.includes(listed) ? 'CHARGE' : listed;
  const { presentmentAmount, rate } = entry;
  const reference = entry.reference ?? entry.entryId;
  const line = { entryId: entry.entryId, reference, kind: side, currency };
  const signed = RAISES[listed] ? amount : -amount;
  const changed = rate === null || presentmentAmount === null ? null : presentmentAmount * +rate;
  const isOffRate = changed !== null && Math.abs(changed - amount) > 1;
  const found = [
    { kind: 'FEE', differs: signed - fee !== net, ours: signed - fee, theirs: net },
    { kind: 'RATE', differs: isOffRate, ours: Math.round(changed ?? amount), theirs: amount },
  ] as const;
  return found
    .filter(({ differs }) => differs)
    .map(({ kind, ours, theirs }) => ({
      ...{ side, kind, ours: [{ amount: ours, currency }] },
      theirs: [{ ...line, amount: theirs }],
    }));
}

/** The sum of the entries is the payout, or the rest is named; a failed one waits for the next. */
function payoutFindings(
  content: ListedPayout,
  contents: ReadonlyMap<string, PayoutContent>,
): BookDifference[] {
  const { payoutReference: reference, amount, currency, status } = content;
  const lineOf = (entryId: string, moved: number) => ({
    ...{ entryId, reference, kind: PAYOUT, currency },
    amount: moved,
  });
  const isOrdered = content.isListed !== null;
  const isOpen = status === 'PENDING' || (isOrdered && !isPaid(content));
  // It names none of several apps: its money is not known to be ours, nor is its fee.
  const isNobodys = isOrdered && amount === content.others;
  const unexplained = isNobodys ? amount : restOf(content);
  const rest = isOpen ? 0 : unexplained;
  const ours = [{ amount: amount - rest, currency }];
  const payout = lineOf(reference, amount);
  const repays = ({ lines }: PayoutContent) =>
    lines.some((line) => line.kind === 'PAYOUT_REVERSED' && line.reference === reference);
  const theirs = [payout, lineOf('rest', rest)];
  const findings: BookDifference[] =
    rest === 0 ? [] : [{ side: PAYOUT, kind: 'PAYOUT_SUM', ours, theirs }];
  // Nobody repeats one that was ordered: it ends when the processor has its money again.
  const isRepaid = isOrdered
    ? content.isReversed
    : content.isRepaid || [...contents.values()].some((each) => isPaid(each) && repays(each));
  const isOurs = content.sums.length > 0 || amount !== content.others;
  if ((status === 'FAILED' || content.isReversed) && isOurs && !isRepaid)
    findings.push({ side: PAYOUT, kind: 'PAYOUT_FAILED', ours: [], theirs: [payout] });
  return findings;
}
