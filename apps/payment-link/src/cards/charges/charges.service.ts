import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  parseId,
  type PaymentId,
  type PaymentMethodId,
  type Failure,
} from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import {
  NO_CONSENT,
  type ChargeOrder,
  type Payment,
  type PaymentStep,
} from '../../money/payments/payment.js';
import { PaymentsService } from '../../money/payments/payments.service.js';
import { priceOf } from '../../parties/payment-accounts/settlement-account.js';
import type { SettlementAccount } from '../../parties/payment-accounts/settlement-account.js';
import { type CardGatewayConnector, CardGatewayRegistry } from '../card-gateways/ports.js';
import type { StoredCard } from '../payment-methods/stored-card.js';
import { Charge, NOT_CHARGEABLE, type ChargeConditions } from './charge.js';
import { charges, type ChargeSnapshot } from './charge.table.js';
import { StoredCardsReads } from '../payment-methods/stored-cards.reads.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

/** Everything that one charge decides about, under its lock. */
export interface LockedCharge extends ChargeConditions {
  readonly charge: Charge;
  readonly payment: Payment;
  readonly card: StoredCard | null;
  /** Of the payer; null after an erasure. */
  readonly person: { readonly name: string | null; readonly email: string | null };
}

/** Commands on charges: payments that a customer app makes by a stored card, without the payer. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly cards: StoredCardsReads,
    private readonly users: PaymentUsersReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly gateways: CardGatewayRegistry,
    private readonly payments: PaymentsService,
  ) {}

  /** Null if the ID is no card of this app: another service may own it. */
  async card(tx: AppTx, rawId: string): Promise<StoredCard | null> {
    const id = parseId<PaymentMethodId>(rawId);
    return id ? this.cards.find(tx, id) : null;
  }

  /**
   * Checks all objections, then writes a payment and its charge. After the commit the caller starts
   * the conversation with the gateway.
   */
  async start(tx: AppTx, order: ChargeOrder, card: StoredCard): Promise<PaymentId> {
    assertChargeable(tx, card);
    const { userId, externalUserId, live, futurePayments, recipientAccountId } = card.snapshot;
    const [accounts, senders] = await Promise.all([
      this.accounts.byId(tx, [recipientAccountId]),
      this.users.byId(tx, [userId]),
    ]);
    const account = accounts.get(recipientAccountId);
    const gateway = this.keeperOf(tx, card, account);
    const { integrationId, connector, callMs } = gateway;
    if (!account?.currencies.includes(order.currency)) throw wrongCurrency();
    if (!gateway.supports(order.currency)) throw unsupportedCurrency(order.currency);
    const sender = senders.get(userId);
    const consented = sender?.snapshot.autopayConsent && futurePayments !== 'CLICK_TO_PAY';
    if (!consented) throw refused(NO_CONSENT);
    const customerAppId = tx.customerApp.id;
    const paymentId = newId<PaymentId>(tx.systemNow);
    const terms = {
      ...order,
      ...priceOf(account.pricing, 'CARD', order.amount),
      paymentId,
      customerAppId,
      type: 'CARD' as const,
      live,
      userId,
      externalUserId,
      senderType: sender.snapshot.userType ?? 'INDIVIDUAL',
      recipientAccountId,
      paymentLinkId: null,
      attemptId: null,
      paymentMethodId: card.id,
      mandateId: null,
      recurringPaymentMode: order.recurringPaymentMode ?? card.snapshot.recurringPaymentMode,
      atProcessor: gateway.settles === 'at_processor',
    };
    const batch = new WriteBatch();
    this.payments.charge(tx, batch, { terms, steps: [] });
    const { gatewayAccount } = card.snapshot;
    const charge = Charge.start(
      { paymentId, customerAppId, live, integrationId, connector, gatewayAccount, callMs },
      tx.now,
    );
    charges.insert(batch, charge.snapshot);
    tx.write(batch);
    return paymentId;
  }

  /** Locks the charge until the transaction ends; what decides with it is read after the lock. */
  async lock(tx: AppTx, paymentId: PaymentId): Promise<LockedCharge | null> {
    const [row, payment] = await Promise.all([
      charges.lock(tx, { paymentId }),
      this.payments.find(tx, paymentId),
    ]);
    if (!row || !payment) return null;
    const { userId, paymentMethodId } = payment.snapshot;
    const [senders, card] = await Promise.all([
      this.users.byId(tx, [userId]),
      paymentMethodId ? this.cards.find(tx, paymentMethodId) : null,
    ]);
    const sender = senders.get(userId)?.snapshot;
    const { name = null, email = null } = sender?.personal ?? {};
    const autopayConsent = sender?.autopayConsent ?? false;
    return { charge: Charge.restore(row), payment, card, autopayConsent, person: { name, email } };
  }

  /** @param steps those of the payment, written with the charge */
  save(tx: AppTx, { charge, payment }: LockedCharge, steps: readonly PaymentStep[] = []): void {
    const batch = new WriteBatch();
    charges.update(batch, charge.snapshot);
    if (steps.length > 0) this.payments.advance(tx, batch, { payment, steps });
    tx.write(batch);
  }

  /** Where each of these payments was charged; none for those that no charge made. */
  async gatewaysOf(
    tx: AppTx,
    paymentIds: readonly PaymentId[],
  ): Promise<ReadonlyMap<PaymentId, Pick<ChargeSnapshot, 'integrationId' | 'connector'>>> {
    const rows = await charges.findAll(tx, paymentIds);
    return new Map(rows.map((row) => [row.paymentId, row]));
  }

  /** Where the payment was charged; null for one that no charge made. */
  async chargeOf(tx: AppTx, paymentId: PaymentId): Promise<ChargeSnapshot | null> {
    return charges.find(tx, { paymentId });
  }

  /** A gateway charges its own cards only, and only while the account is connected to it. */
  private keeperOf(
    tx: AppTx,
    { snapshot }: StoredCard,
    account: SettlementAccount | undefined,
  ): CardGatewayConnector {
    const { integration_id: keeper = null } = (snapshot.integrationMetadata ?? {}) as {
      readonly integration_id?: string;
    };
    const gateway = this.gateways.find({
      appType: tx.customerApp.type,
      integrationId: keeper,
      connector: snapshot.connector,
    });
    const isServed =
      account?.cardIntegrationId === keeper &&
      account.cardConnector === snapshot.connector &&
      account.gatewayAccount === snapshot.gatewayAccount;
    if (gateway && isServed) return gateway;
    const explanation = 'The card gateway that keeps the card no longer serves its account.';
    throw refused({ ...NOT_CHARGEABLE, explanation });
  }
}

function assertChargeable(tx: AppTx, card: StoredCard): void {
  if (card.status !== 'SUCCEEDED') throw refused(NOT_CHARGEABLE);
  if (card.snapshot.live === (tx.customerApp.type === 'LIVE')) return;
  const explanation = 'The payment method was stored before the customer app changed its type.';
  throw refused({ ...NOT_CHARGEABLE, explanation });
}

function refused({ code, explanation }: Failure): DomainError {
  return new DomainError(code, explanation);
}

function unsupportedCurrency(currency: string): DomainError {
  return new DomainError('CURRENCY_MISMATCH', `The card gateway takes no ${currency}.`);
}

function wrongCurrency(): DomainError {
  return new DomainError(
    'CURRENCY_MISMATCH',
    'currency must be one of the account of the payment method.',
  );
}
