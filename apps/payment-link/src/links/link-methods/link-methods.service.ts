import { Injectable } from '@nestjs/common';
import type {
  SelectPaymentMethodRequest,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { DomainError } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { SavedMandate } from '../../debit/mandate-methods/mandate-methods.reads.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import { LinkClosingService } from '../link-attempts/link-closing.service.js';
import { savedMandateEnded, type PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import { PaymentAttemptsService } from '../link-attempts/payment-attempts.service.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { LinkMethodsReads, type AvailableMethod } from './link-methods.reads.js';
import { MethodAccessService } from './method-access.service.js';
import { NewAttemptsService } from './new-attempts.service.js';

type Selection = LinkOfApp & SelectPaymentMethodRequest;

/**
 * A payer chooses how to pay. The same choice again, in another tab or after a reload, is the same
 * attempt; another choice replaces one that was not submitted.
 */
@Injectable()
export class LinkMethodsService {
  constructor(
    private readonly db: Transactions,
    private readonly methods: LinkMethodsReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly attempts: PaymentAttemptsService,
    private readonly closing: LinkClosingService,
    private readonly newAttempts: NewAttemptsService,
    private readonly access: MethodAccessService,
  ) {}

  async select(selection: Selection): Promise<SelectPaymentMethodResponse> {
    const savedMandates = isSavedDebit(selection)
      ? await this.methods.savedMandates(selection)
      : [];
    const { link, attempt, merchantName } = await this.db.forApp(
      selection.customerAppId,
      async (tx) => ({
        ...(await this.choose(tx, selection, savedMandates)),
        merchantName: tx.customerApp.name,
      }),
    );
    return this.access.of(link, attempt, merchantName);
  }

  private async choose(
    tx: AppTx,
    selection: Selection,
    savedMandates: readonly SavedMandate[],
  ): Promise<{ readonly link: PaymentLink; readonly attempt: PaymentAttempt }> {
    const { paymentLinkId } = selection;
    const [[link, open], accounts] = await Promise.all([
      this.attempts.lockOpen(tx, paymentLinkId),
      this.accounts.settlementAccounts(tx),
    ]);
    link.assertOfKind(tx.customerApp.type);
    link.assertAcceptsAttempts(tx.now);
    const offered = await this.methods.available(tx, link, { accounts, savedMandates });
    const method = chosen(offered, selection);
    // An attempt keeps the price that its payer saw, also after a change of the configuration.
    if (open && isSame(open, method) && isAsShown(open.snapshot, selection)) {
      return { link, attempt: open };
    }
    if (!isAsShown(method.price, selection)) {
      throw new DomainError(
        'SURCHARGE_CHANGED',
        'The surcharge of the payment method is another one now; look at the total again.',
      );
    }
    if (method.type === 'MANDATE' && method.saved === null) link.assertTakesDebit();
    if (open) {
      await this.closing.replace(tx, paymentLinkId);
      return this.choose(tx, selection, savedMandates);
    }
    return { link, attempt: await this.newAttempts.start(tx, link, method) };
  }
}

function isSavedDebit({ payment_method_type: type, payment_method_id: id }: Selection): boolean {
  return type === 'MANDATE' && id !== undefined;
}

/** Whether the surcharge is the one that the page showed, if it showed one. */
function isAsShown(
  { surchargeAmount }: { readonly surchargeAmount: number },
  { surcharge_amount: shown }: Selection,
): boolean {
  return shown === undefined || shown === surchargeAmount;
}

function isSame({ snapshot }: PaymentAttempt, method: AvailableMethod): boolean {
  return (
    snapshot.recipientAccountId === method.account.accountId &&
    snapshot.paymentMethodType === method.type &&
    snapshot.savedMethodId === (method.saved?.id ?? null)
  );
}

function chosen(methods: readonly AvailableMethod[], selection: Selection): AvailableMethod {
  const ofAccount = methods.filter(
    ({ account, type }) =>
      account.accountId === selection.payment_account_id && type === selection.payment_method_type,
  );
  if (ofAccount.length === 0 && !isSavedDebit(selection)) {
    throw new DomainError(
      'INVALID_REQUEST',
      'payment_account_id must be that of an available payment method of this type.',
    );
  }
  const found = ofAccount.find(({ saved }) => saved?.id === selection.payment_method_id);
  if (found) return found;
  if (isSavedDebit(selection)) throw savedMandateEnded();
  throw new DomainError(
    'INVALID_REQUEST',
    'payment_method_id must be that of an available saved method.',
  );
}
