import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
  type PaymentMethodId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import { AvailableMethods, type AvailableMethod } from './available-methods.query.js';
import { ClosePaymentLink } from './close-payment-link.js';
import { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';
import { linkNotFound } from './payment-link.errors.js';
import { PaymentLinkRepository } from './ports.js';
import { StartAttempt } from './start-attempt.js';

export interface MethodSelection {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
  readonly accountId: string;
  readonly methodType: string;
}

export interface SelectedMethod {
  readonly attemptId: PaymentAttemptId;
  readonly cardFieldsUrl: string;
}

/**
 * A payer chooses how to pay. The same choice again, in another tab or after a reload, is the same
 * attempt; another choice replaces one that was not submitted.
 */
@Injectable()
export class SelectPaymentMethod {
  static readonly errors = [
    'PAYMENT_LINK_NOT_FOUND',
    'INVALID_PAYMENT_LINK_STATUS',
    'INVALID_REQUEST',
  ] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly links: PaymentLinkRepository,
    private readonly available: AvailableMethods,
    private readonly gateways: CardGatewayRegistry,
    private readonly closing: ClosePaymentLink,
    private readonly startAttempt: StartAttempt,
  ) {}

  execute(selection: MethodSelection): Promise<SelectedMethod> {
    return this.transactions.forApp(selection.customerAppId, (tx) => this.select(tx, selection));
  }

  private async select(tx: AppTx, selection: MethodSelection): Promise<SelectedMethod> {
    const { paymentLinkId } = selection;
    const lookups = {
      open: this.links.openAttempt(tx, paymentLinkId),
      accounts: this.available.lookup(tx),
    };
    const { link, found } = await this.links.lockWith(tx, { paymentLinkId }, lookups);
    if (!link) throw linkNotFound();
    link.assertOfKind(tx.customerApp.type);
    link.assertAcceptsAttempts(tx.now);
    const method = chosen(this.available.execute(tx, link, found.accounts), selection);
    const { open } = found;
    if (open && open.snapshot.recipientAccountId === method.account.accountId) {
      return this.selected(link, open);
    }
    if (open) {
      await this.giveUp(tx, paymentLinkId);
      return this.select(tx, selection);
    }
    const attempt = await this.start(tx, link, method);
    return this.selected(link, attempt);
  }

  private async start(
    tx: AppTx,
    link: PaymentLink,
    { account, integrationId }: AvailableMethod,
  ): Promise<PaymentAttempt> {
    const isPayment = link.terms.mode === 'PAYMENT';
    const attempt = PaymentAttempt.select(
      {
        attemptId: newId<PaymentAttemptId>(tx.now),
        customerAppId: tx.customerApp.id,
        paymentLinkId: link.id,
        ordinal: link.nextOrdinal,
        paymentMethodType: 'CARD',
        recipientAccountId: account.accountId,
        integrationId,
        paymentId: isPayment ? newId<PaymentId>(tx.now) : null,
        paymentMethodId: link.storesMethod ? newId<PaymentMethodId>(tx.now) : null,
      },
      tx.now,
    );
    link.occupy(attempt, tx.now);
    await this.startAttempt.execute(tx, link, attempt);
    return attempt;
  }

  private async giveUp(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<void> {
    await this.closing.close(tx, paymentLinkId, {
      reason: 'the payer chose another payment method',
      end: (link, open) => {
        if (open) link.replace(open, tx.now);
        return open !== null;
      },
    });
  }

  private selected(link: PaymentLink, attempt: PaymentAttempt): SelectedMethod {
    const { integrationId } = attempt.snapshot;
    const appType = link.snapshot.live ? 'LIVE' : 'TEST';
    const cardFieldsUrl = this.gateways.get({ appType, integrationId }).cardFieldsUrl({
      session: attempt.id,
      language: link.terms.customizations.language,
    });
    return { attemptId: attempt.id, cardFieldsUrl };
  }
}

function chosen(
  methods: readonly AvailableMethod[],
  { accountId, methodType }: MethodSelection,
): AvailableMethod {
  const found = methods.find(
    ({ account, type }) => account.accountId === accountId && type === methodType,
  );
  if (found) return found;
  throw new DomainError(
    'INVALID_REQUEST',
    'payment_account_id must be that of an available payment method of this type.',
  );
}
