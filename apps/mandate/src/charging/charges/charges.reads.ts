import { Injectable } from '@nestjs/common';
import type {
  ListChargeableMandatesRequest,
  ListSettledChargesRequest,
  ListSettledChargesResponse,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import { parseId, type CustomerAppId, type MandateId, type PaymentId } from '@towpath/kernel';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { MandatesReads, mandateRecord } from '../../mandates/mandates/mandates.reads.js';
import { objectionTo, periodStart } from './charge-limits.js';
import { directDebits, type DirectDebitSnapshot } from './direct-debit.table.js';

type LimitedPeriod = Pick<MandateSnapshot, 'mandateId' | 'maxPeriodAmount' | 'maxPeriodCount'> & {
  readonly periodStart: string;
};

interface CollectedPage extends SettlementPeriod {
  readonly after: PaymentId | null;
  readonly limit: number;
}

const PAGE = 200;

// The same sums as those of the statement that takes room, of many mandates and without a lock.
const WITHOUT_ROOM = byValues(`SELECT p.mandate_id
  FROM unnest($2::text[], $3::date[], $4::bigint[], $5::bigint[])
    AS p (mandate_id, period_start, max_amount, max_count)
  LEFT JOIN mandate_usage u ON u.customer_app_id = $1
    AND u.mandate_id = p.mandate_id AND u.period_start = p.period_start
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(d.amount), 0) AS amount, count(*) AS count FROM direct_debits d
    WHERE d.customer_app_id = $1 AND d.mandate_id = p.mandate_id
      AND d.period_start = p.period_start AND d.status = 'EXECUTED' AND NOT d.reserved) beyond
  WHERE COALESCE(u.used_amount, 0) + beyond.amount + $6::bigint > p.max_amount
    OR COALESCE(u.used_count, 0) + beyond.count + 1 > p.max_count`);

/** Charges of mandates, and the mandates that can be charged. */
@Injectable()
export class ChargesReads {
  constructor(
    private readonly db: Transactions,
    private readonly mandates: MandatesReads,
    private readonly banks: DirectDebitRegistry,
  ) {}

  /**
   * The mandates of a payer that can be charged at present. It reserves nothing: the charge itself
   * checks again, under the lock of its mandate.
   */
  chargeable(asked: ListChargeableMandatesRequest): Promise<ReadMandatesResponse> {
    const work = async (tx: AppTx) => {
      const ofUser = await this.mandates.named(tx, { userId: asked.user_id });
      const { type: appType } = tx.customerApp;
      const open = ofUser.filter(({ mandate, submission }) => {
        const { integrationId = null, connector = null } = submission ?? {};
        return (
          mandate.live === (appType === 'LIVE') &&
          objectionTo(mandate, asked, tx.now) === null &&
          this.banks.find({ appType, integrationId, connector }) !== undefined
        );
      });
      const limited = open.flatMap(({ mandate }) =>
        mandate.period === null
          ? []
          : [{ ...mandate, periodStart: periodStart(mandate.period, tx.now) }],
      );
      const full = await withoutRoom(tx, limited, asked.amount);
      const chargeable = open.filter(({ mandate }) => !full.has(mandate.mandateId));
      return {
        mandates: chargeable.map(({ mandate, submission }) => mandateRecord(mandate, submission)),
      };
    };
    return this.db.forApp(asked.customer_app_id as CustomerAppId, work, { readOnly: true });
  }

  /** Charges that banks paid or returned in a period, for payment-link. */
  settled(asked: ListSettledChargesRequest): Promise<ListSettledChargesResponse> {
    const { customer_app_id: app, live, from, to, after } = asked;
    const work = async (tx: AppTx): Promise<ListSettledChargesResponse> => {
      const paymentIds = await this.collectedBetween(tx, null, {
        from: new Date(from),
        to: new Date(to),
        after: (after && parseId<PaymentId>(after)) || null,
        limit: PAGE,
      });
      const found = await this.of(tx, { live }, paymentIds);
      return {
        charges: found.map((debit) => ({
          payment_id: debit.paymentId,
          returned: debit.status === 'RETURNED' || debit.reinstated,
          reinstated: debit.reinstated,
          amount: debit.amount,
          currency: debit.currency,
          settled_at: debit.updatedAt.toISOString(),
        })),
        next: paymentIds.length === PAGE ? paymentIds.at(-1) : undefined,
      };
    };
    return this.db.forApp(app as CustomerAppId, work, { readOnly: true });
  }

  /** Charges of test and live mandates are separate. */
  async of(
    tx: AppTx,
    { live }: { readonly live: boolean },
    paymentIds: readonly PaymentId[],
  ): Promise<DirectDebitSnapshot[]> {
    const found = await directDebits.findAll(tx, paymentIds);
    const mandateIds = [...new Set(found.map(({ mandateId }) => mandateId))];
    const mandates = await this.mandates.named(tx, { mandateIds });
    const inPlace = new Set(
      mandates
        .filter(({ mandate }) => mandate.live === live)
        .map(({ mandate }) => mandate.mandateId),
    );
    return found.filter(({ mandateId }) => inPlace.has(mandateId));
  }

  /** A page of those at a bank, or at any, whose money came or went back in a period; by payment. */
  async collectedBetween(
    tx: AppTx,
    bank: { readonly integrationId: string; readonly connector: string } | null,
    { from, to, after, limit }: CollectedPage,
  ): Promise<PaymentId[]> {
    const rows = await tx.query<{ payment_id: PaymentId }>(
      byValues(`SELECT payment_id FROM direct_debits
       WHERE customer_app_id = $1 AND ($2::text IS NULL OR integration_id = $2 AND connector = $3)
         AND status IN ('EXECUTED', 'RETURNED')
         AND updated_at >= $4 AND updated_at < $5 AND ($6::text IS NULL OR payment_id > $6)
       ORDER BY payment_id LIMIT $7`),
      [
        tx.customerApp.id,
        bank?.integrationId ?? null,
        bank?.connector ?? null,
        from,
        to,
        after,
        limit,
      ],
    );
    return rows.map((row) => row.payment_id);
  }
}

/** The mandates in whose period one charge of the amount would not fit at this moment. */
async function withoutRoom(
  tx: AppTx,
  periods: readonly LimitedPeriod[],
  amount: number,
): Promise<ReadonlySet<MandateId>> {
  if (periods.length === 0) return new Set();
  const rows = await tx.query<{ mandate_id: MandateId }>(WITHOUT_ROOM, [
    tx.customerApp.id,
    periods.map(({ mandateId }) => mandateId),
    periods.map(({ periodStart }) => periodStart),
    periods.map(({ maxPeriodAmount }) => maxPeriodAmount),
    periods.map(({ maxPeriodCount }) => maxPeriodCount),
    amount,
  ]);
  return new Set(rows.map(({ mandate_id }) => mandate_id));
}
