import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  type CustomerAppId,
  type MandateId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
  type PaymentMethodId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { SavedMandate } from '../../debit/mandate-methods/mandate-methods.reads.js';
import { AvailableMethods, type AvailableMethod } from './available-methods.query.js';
import { ClosePaymentLink } from './close-payment-link.js';
import { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';
import { MethodEntrance, type SelectedMethod } from './method-entrance.js';
import { linkNotFound, savedMandateEnded } from './payment-link.errors.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import { StartAttempt } from './start-attempt.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';

interface MethodSelection {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
  readonly accountId: string;
  readonly methodType: string;
  /** A card or mandate that the payer stored; null for any other method. */
  readonly savedMethodId: string | null;
  /** The surcharge that the page showed, minor units; null if it showed none. */
  readonly surchargeAmount: number | null;
}

interface Selected {
  readonly link: PaymentLink;
  readonly attempt: PaymentAttempt;
}

/**
 * A payer chooses how to pay. The same choice again, in another tab or after a reload, is the same
 * attempt; another choice replaces one that was not submitted.
 */
@Injectable()
export class SelectPaymentMethod {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: PaymentLinkRepository,
    private readonly availableMethods: AvailableMethods,
    private readonly closing: ClosePaymentLink,
    private readonly startAttempt: StartAttempt,
    private readonly users: PaymentUsersService,
    private readonly entrance: MethodEntrance,
  ) {}

  async execute(selection: MethodSelection): Promise<SelectedMethod> {
    const savedMandates = await this.savedMandates(selection);
    const { link, attempt } = await this.transactions.forApp(selection.customerAppId, (tx) =>
      this.select(tx, selection, savedMandates),
    );
    return this.entrance.of(link, attempt);
  }

  /** Read before the transaction, and only if the payer chooses one of them. */
  private async savedMandates(selection: MethodSelection): Promise<SavedMandate[]> {
    const { customerAppId, paymentLinkId, methodType, savedMethodId } = selection;
    if (methodType !== 'MANDATE' || savedMethodId === null) return [];
    const { link, savedOn } = await this.transactions.forApp(customerAppId, async (tx) => {
      const read = await this.links.read(tx, paymentLinkId);
      if (!read) throw linkNotFound();
      return { link: read.link, savedOn: await this.availableMethods.savedOn(tx, read.link) };
    });
    return this.availableMethods.savedMandates(link, savedOn);
  }

  private async select(
    tx: AppTx,
    selection: MethodSelection,
    savedMandates: readonly SavedMandate[],
  ): Promise<Selected> {
    const { paymentLinkId } = selection;
    const [link, open, accounts] = await Promise.all([
      this.links.lock(tx, { paymentLinkId }),
      this.links.openAttempt(tx, paymentLinkId),
      this.availableMethods.accounts(tx),
    ]);
    if (!link) throw linkNotFound();
    link.assertOfKind(tx.customerApp.type);
    link.assertAcceptsAttempts(tx.now);
    const offered = await this.availableMethods.execute(tx, link, { accounts, savedMandates });
    const method = chosen(offered, selection);
    if (open && isSame(open, method) && isAsShown(open, selection)) return { link, attempt: open };
    assertAsShown(method, selection);
    if (method.type === 'MANDATE' && method.saved === null) link.assertTakesDebit();
    if (open) {
      await this.giveUp(tx, paymentLinkId);
      return this.select(tx, selection, savedMandates);
    }
    return { link, attempt: await this.start(tx, link, method) };
  }

  private async start(
    tx: AppTx,
    link: PaymentLink,
    method: AvailableMethod,
  ): Promise<PaymentAttempt> {
    const { type, account, integrationId, saved, price } = method;
    const isPayment = link.terms.mode === 'PAYMENT';
    const isStored = await this.isStored(tx, link, method);
    const attempt = PaymentAttempt.select(
      {
        attemptId: newId<PaymentAttemptId>(tx.systemNow),
        customerAppId: tx.customerApp.id,
        paymentLinkId: link.id,
        ordinal: link.nextOrdinal,
        paymentMethodType: type,
        recipientAccountId: account.accountId,
        integrationId,
        surchargeAmount: price.surchargeAmount,
        paymentId: isPayment ? newId<PaymentId>(tx.systemNow) : null,
        paymentMethodId: isStored ? newId<PaymentMethodId>(tx.systemNow) : null,
        savedMethodId: saved?.id ?? null,
        mandateId: type === 'MANDATE' && saved === null ? newId<MandateId>(tx.systemNow) : null,
      },
      tx.now,
    );
    link.occupy(attempt, tx.now);
    const chargedMandateId = saved?.mandate?.mandateId ?? attempt.mandateId;
    await this.startAttempt.execute(tx, link, { attempt, price, chargedMandateId });
    return attempt;
  }

  /** The card or mandate of an erased payer pays, but is not kept. */
  private async isStored(
    tx: AppTx,
    link: PaymentLink,
    { type, saved }: AvailableMethod,
  ): Promise<boolean> {
    if (!link.storesMethod || saved !== null) return false;
    if (type === 'WALLET' || type === 'MANUAL') return false;
    const payer = await this.users.lock(tx, link.snapshot.userId);
    if (link.terms.mode === 'SETUP') payer.assertNotErased();
    return !payer.isErased;
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
}

/** An attempt keeps the price that its payer saw, also after a change of the configuration. */
function isAsShown({ snapshot }: PaymentAttempt, { surchargeAmount }: MethodSelection): boolean {
  return surchargeAmount === null || surchargeAmount === snapshot.surchargeAmount;
}

function assertAsShown({ price }: AvailableMethod, { surchargeAmount }: MethodSelection): void {
  if (surchargeAmount === null || surchargeAmount === price.surchargeAmount) return;
  throw new DomainError(
    'SURCHARGE_CHANGED',
    'The surcharge of the payment method is another one now; look at the total again.',
  );
}

function isSame({ snapshot }: PaymentAttempt, method: AvailableMethod): boolean {
  return (
    snapshot.recipientAccountId === method.account.accountId &&
    snapshot.paymentMethodType === method.type &&
    snapshot.savedMethodId === (method.saved?.id ?? null)
  );
}

function chosen(
  methods: readonly AvailableMethod[],
  { accountId, methodType, savedMethodId }: MethodSelection,
): AvailableMethod {
  const isSavedDebit = methodType === 'MANDATE' && savedMethodId !== null;
  const ofAccount = methods.filter(
    ({ account, type }) => account.accountId === accountId && type === methodType,
  );
  if (ofAccount.length === 0 && !isSavedDebit) {
    throw new DomainError(
      'INVALID_REQUEST',
      'payment_account_id must be that of an available payment method of this type.',
    );
  }
  const found = ofAccount.find(({ saved }) => (saved?.id ?? null) === savedMethodId);
  if (found) return found;
  if (isSavedDebit) throw savedMandateEnded();
  throw new DomainError(
    'INVALID_REQUEST',
    'payment_method_id must be that of an available saved method.',
  );
}
