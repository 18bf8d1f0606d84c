import { Injectable } from '@nestjs/common';
import type { ConnectorPlace } from '@towpath/http';
import { byValues, type AppTx } from '@towpath/persistence';
import type { CardGatewayConnector } from '../../cards/card-gateways/ports.js';
import { ChargesService } from '../../cards/charges/charges.service.js';
import { AttemptRowsService } from '../../links/payment-attempts/attempt-rows.service.js';
import type { PaymentSnapshot } from '../../money/payments/payment.table.js';
import type { ProcessorPlace } from '../../money/processor-settlements/processor-settlements.reads.js';
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

  /**
   * The accounts at a gateway that took payments and that no settlement account names any more; the
   * audit has each that one ever named. Null: the account of the key.
   */
  async accountsLeft(
    tx: AppTx,
    { customerAppId, appType, cardIntegrationId, connector }: ProcessorPlace,
  ): Promise<(string | null)[]> {
    const params = [customerAppId, cardIntegrationId, connector, appType];
    const rows = await tx.query<{ name: string | null }>(byValues(ACCOUNTS_LEFT), params);
    return rows.map(({ name }) => name);
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

const AT_ACCOUNT = (row: string) => `${row}.customer_app_id = $1 AND ${row}.integration_id = $2
  AND ${row}.connector = $3 AND ${row}.gateway_account IS NOT DISTINCT FROM left_behind.name`;

const ACCOUNTS_LEFT = `SELECT name FROM (
    SELECT DISTINCT configuration ->> 'gateway_account' AS name FROM settlement_account_audit
    WHERE customer_app_id = $1 AND configuration ->> 'card_integration_id' = $2
      AND configuration ->> 'card_connector' = $3) AS left_behind
  WHERE NOT EXISTS (SELECT FROM payment_accounts n
      WHERE n.customer_app_id = $1 AND n.card_integration_id = $2 AND n.card_connector = $3
        AND n.gateway_account IS NOT DISTINCT FROM left_behind.name)
    AND (EXISTS (SELECT FROM payment_attempts a JOIN payments p USING (customer_app_id, payment_id)
        WHERE ${AT_ACCOUNT('a')} AND a.status = 'SUCCEEDED' AND p.live = ($4 = 'LIVE'))
      OR EXISTS (SELECT FROM charges c JOIN payments p USING (customer_app_id, payment_id)
        WHERE ${AT_ACCOUNT('c')} AND p.status = 'EXECUTED' AND p.live = ($4 = 'LIVE')))`;
