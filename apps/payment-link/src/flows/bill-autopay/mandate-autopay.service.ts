import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { DomainError, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ChargeStoredMandate } from '../../debit/mandate-charges/charge-stored-mandate.use-case.js';
import { MandateMethods } from '../../debit/mandate-methods/mandate-methods.js';
import type { Bill } from '../../money/bills/bill.js';
import type { BillSnapshot } from '../../money/bills/bill.table.js';
import { BillsService } from '../../money/bills/bills.service.js';

export interface MandateOrder {
  readonly paymentId: PaymentId;
  readonly bill: BillSnapshot;
  /** Minor units that the bill's payments leave to be paid. */
  readonly missing: number;
}

/** Commands on bills that mandates pay: the newest that the payer stored for charges without them. */
@Injectable()
export class MandateAutopayService {
  constructor(
    private readonly db: Transactions,
    private readonly bills: BillsService,
    private readonly mandates: MandateMethods,
    private readonly chargeStoredMandate: ChargeStoredMandate,
  ) {}

  /** Under the same payment ID it charges once. A service that is down is asked again later. */
  async pay(customerAppId: CustomerAppId, order: MandateOrder): Promise<void> {
    const { paymentId, bill } = order;
    let end: (bill: Bill, now: Date) => void = (each) => each.endAutopay();
    try {
      await this.chargeFirst(customerAppId, order);
    } catch (error) {
      if (error instanceof PeerUnavailable) return;
      if (!(error instanceof DomainError)) throw error;
      const { code, explanation } = error;
      end = (each, now) => each.fail({ code, explanation }, now);
    }
    await this.db.forApp(customerAppId, (tx) =>
      this.bills.move(tx, bill.billId, async (each) => {
        if (each.snapshot.autopayPaymentId === paymentId && each.isOpen) end(each, tx.now);
      }),
    );
  }

  private async chargeFirst(
    customerAppId: CustomerAppId,
    { paymentId, bill, missing }: MandateOrder,
  ): Promise<void> {
    const known = await this.mandates.ofUser(customerAppId, bill.userId);
    const mandate = await this.db.forApp(customerAppId, async (tx) => {
      for (const each of await this.mandates.stored(tx, known)) {
        if (each.status !== 'SUCCEEDED') continue;
        if (!(await this.mandates.isForPayerAlone(tx, each))) return each;
      }
      return null;
    });
    if (!mandate) return;
    const named = { paymentMethodId: mandate.payment_method_id };
    await this.chargeStoredMandate.execute(customerAppId, named, {
      ...orderOfBill(bill, missing),
      paymentId,
    });
  }
}

/**
 * The payment order of a bill; its reference makes the payment one of the bill.
 *
 * @param amount what its payments leave to be paid, minor units
 */
export function orderOfBill(bill: BillSnapshot, amount: number) {
  return {
    amount,
    currency: bill.currency,
    description: bill.description,
    externalTransactionReference: bill.referenceId,
    transactionReferenceId: null,
    recurringPaymentMode: null,
    metadata: bill.metadata,
  };
}
