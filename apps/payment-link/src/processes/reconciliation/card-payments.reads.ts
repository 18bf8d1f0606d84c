import { Injectable } from '@nestjs/common';
import type { ConnectorPlace } from '@towpath/http';
import type { AppTx } from '@towpath/persistence';
import type { CardGatewayConnector } from '../../cards/card-gateways/ports.js';
import { ChargesService } from '../../cards/charges/charges.service.js';
import { AttemptRowsService } from '../../links/payment-attempts/attempt-rows.service.js';
import type { PaymentSnapshot } from '../../money/payments/payment.table.js';
import { RefundsReads } from '../../money/refunds/refunds.reads.js';
import {
  ExecutedPayments,
  heldDisputes,
  heldParts,
  heldReturn,
  inLedger,
} from './executed-payments.js';

type Gateway = ConnectorPlace & Pick<CardGatewayConnector, 'settles'>;

/** Payments, refunds and ledger entries about payments at one gateway. */
@Injectable()
export class CardPaymentsReads {
  constructor(
    private readonly executed: ExecutedPayments,
    private readonly attempts: AttemptRowsService,
    private readonly charges: ChargesService,
    private readonly refunds: RefundsReads,
  ) {}

  /** By payment; without those that we do not have, or have at another gateway. */
  async booksOf(tx: AppTx, gateway: Gateway, subjects: readonly string[]) {
    const payments = await this.atGateway(tx, gateway, await this.executed.find(tx, subjects));
    const ids = payments.map(({ paymentId }) => paymentId);
    const refunds = await this.refunds.ofPayments(tx, ids);
    return this.executed.booksOf(tx, payments, (payment, ledger) => {
      const { paymentId, attemptId } = payment;
      const own = refunds
        .filter((refund) => refund.paymentId === paymentId)
        .map((refund) => ({ ...refund, at: refund.updatedAt }));
      const reversed = own.filter(({ status }) => status === 'REVERSED');
      const sent = [...own.filter(({ status }) => status === 'EXECUTED'), ...reversed];
      const sides = {
        REFUND: heldParts(sent, inLedger(ledger, 'UNEXPECTED_RETURN', 'REFUND')),
        REFUND_REVERSED: heldParts(reversed, inLedger(ledger, 'REFUND_REVERSAL')),
        ...heldReturn(payment, ledger),
      };
      // Other gateways do not list what they took for disputes.
      if (gateway.settles !== 'at_processor') return { reference: attemptId ?? paymentId, sides };
      const all = { ...sides, ...heldDisputes(ledger) };
      return { reference: attemptId ?? paymentId, sides: all };
    });
  }

  private async atGateway(
    tx: AppTx,
    { appType, integrationId, connector }: ConnectorPlace,
    payments: readonly PaymentSnapshot[],
  ): Promise<PaymentSnapshot[]> {
    const attemptIds = payments.flatMap(({ attemptId }) => attemptId ?? []);
    const attempts = await this.attempts.gatewaysOf(tx, attemptIds);
    const charges = await this.charges.gatewaysOf(
      tx,
      payments.map(({ paymentId }) => paymentId),
    );
    return payments.filter(({ paymentId, attemptId, live }) => {
      const gateway = attemptId === null ? charges.get(paymentId) : attempts.get(attemptId);
      const isThere = gateway?.integrationId === integrationId && gateway.connector === connector;
      return isThere && live === (appType === 'LIVE');
    });
  }
}
