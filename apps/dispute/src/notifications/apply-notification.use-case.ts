import { Injectable } from '@nestjs/common';
import type { DisputedPayment } from '@towpath/contracts/internal';
import { PeerUnavailable } from '@towpath/http';
import {
  Transactions,
  uniqueViolation,
  UnknownCustomerApp,
  WriteBatch,
  type AppTx,
} from '@towpath/persistence';
import { RecordDisputeNews } from '../disputes/record-dispute-news.js';
import { PaymentDirectory } from '../payments/payment-directory.js';
import type { DisputeNews } from '../disputes/dispute-news.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { NotificationRepository } from './persistence/notification.repository.js';
import type { NotificationKey, StoredNotification } from './ports.js';
import { SealedNotifications } from './sealed-notifications.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Real time until the next try, by the tries before; hourly after the last. */
const BACK_OFF_MS = [1, 2, 5, 10, 60, 300].map((seconds) => seconds * SECOND_MS);

type Result =
  | { readonly kind: 'DONE' }
  /** The dispute is new: its payment has to be found before. */
  | { readonly kind: 'PAYMENT_NEEDED'; readonly news: DisputeNews }
  | { readonly kind: 'WAIT'; readonly waitsFor: string; readonly tries: number | null };

/** Applies a stored notification once. If it cannot take effect yet, it is tried again. */
@Injectable()
export class ApplyNotification {
  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: NotificationRepository,
    private readonly sealed: SealedNotifications,
    private readonly processors: ProcessorRegistry,
    private readonly payments: PaymentDirectory,
    private readonly record: RecordDisputeNews,
  ) {}

  /** Whether it is settled now. */
  async execute(key: NotificationKey): Promise<boolean> {
    try {
      let result = await this.attempt(key, null);
      if (result.kind === 'PAYMENT_NEEDED') {
        const payment = await this.payments.find(key.customerAppId, result.news.paymentId);
        result = await this.attempt(key, { payment });
      }
      if (result.kind === 'WAIT') await this.wait(key, result);
      return result.kind === 'DONE';
    } catch (error) {
      await this.wait(key, { waitsFor: obstacleOf(error), tries: BACK_OFF_MS.length - 3 });
      if (isExpected(error)) return false;
      throw error;
    }
  }

  private attempt(
    key: NotificationKey,
    looked: { readonly payment: DisputedPayment | null } | null,
  ): Promise<Result> {
    return this.transactions.forApp(key.customerAppId, async (tx) => {
      const found = await this.notifications.lock(tx, key);
      if (!found || found.isSettled) return { kind: 'DONE' };
      return this.apply(tx, { key, found, looked });
    });
  }

  private apply(
    tx: AppTx,
    {
      key,
      found,
      looked,
    }: {
      readonly key: NotificationKey;
      readonly found: StoredNotification;
      readonly looked: { readonly payment: DisputedPayment | null } | null;
    },
  ): Result {
    const { integrationId } = key;
    const processor = this.processors.get({ appType: tx.customerApp.type, integrationId });
    if (!processor) return { kind: 'WAIT', waitsFor: 'FOREIGN_MODE', tries: null };
    const news = processor.read(this.sealed.open(key, found.sealedBody));
    if (!found.dispute && !looked) return { kind: 'PAYMENT_NEEDED', news };
    const batch = new WriteBatch();
    const known = { integrationId, dispute: found.dispute, payment: looked?.payment ?? null };
    const taken = this.record.take(tx, batch, { news, known });
    if (typeof taken === 'string') return { kind: 'WAIT', waitsFor: taken, tries: found.tries };
    const outcome = taken.isNews ? 'APPLIED' : 'STALE';
    this.notifications.settle(batch, key, { outcome, at: tx.systemNow });
    tx.write(batch);
    return { kind: 'DONE' };
  }

  /** @param tries null when only a person can help */
  private wait(
    key: NotificationKey,
    { waitsFor, tries }: { readonly waitsFor: string; readonly tries: number | null },
  ): Promise<void> {
    const afterMs = tries === null ? null : (BACK_OFF_MS[tries] ?? HOUR_MS);
    return this.transactions.asWorker(
      (tx) => this.notifications.postpone(tx, key, { waitsFor, afterMs }),
      { byKey: true },
    );
  }
}

function obstacleOf(error: unknown): string {
  if (error instanceof UnknownCustomerApp) return 'CUSTOMER_APP_NOT_FOUND';
  return error instanceof Error ? error.name : 'ERROR';
}

/** Another notification opened the dispute just now, or a service is away: the next try may do. */
function isExpected(error: unknown): boolean {
  const isAway = error instanceof PeerUnavailable;
  return isAway || error instanceof UnknownCustomerApp || uniqueViolation(error) !== undefined;
}
