import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import type { SenderAccount } from '@towpath/contracts/payment-link';
import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { MandateDirectory } from '../mandate-directory/mandate-directory.js';
import type { AskedPayment } from '../mandate-directory/ports.js';
import { StoringLinks } from './persistence/storing-links.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';

/** A mandate of an earlier link that the payer may charge again by one tap. */
export interface SavedMandate {
  readonly paymentMethodId: PaymentMethodId;
  readonly mandateId: MandateId;
  readonly recipientAccountId: PaymentAccountId;
  /** The account that pays, as its holder recognizes it. */
  readonly account: {
    readonly numberMasked: string;
    readonly institutionName: string | null;
  };
}

interface SavedBy extends AskedPayment {
  readonly customerAppId: CustomerAppId;
  /** The links on which the payer saved mandates for this. */
  readonly savedOn: ReadonlySet<PaymentLinkId>;
}

/**
 * Mandates that a payer stored for one-tap payments: active, and with room for the payment. A
 * mandate without a known account is omitted, because the page could not name the paying account.
 */
@Injectable()
export class FindSavedMandates {
  constructor(
    private readonly transactions: Transactions,
    private readonly directory: MandateDirectory,
    private readonly links: StoringLinks,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /** Without any, there is no mandate to ask for. */
  linksOf(tx: AppTx, userId: PaymentUserId): Promise<ReadonlySet<PaymentLinkId>> {
    return this.links.clickToPayOf(tx, userId);
  }

  /** Newest first. Network calls, never in a transaction; `PeerUnavailable` when unanswered. */
  async execute({ customerAppId, savedOn, ...payment }: SavedBy): Promise<SavedMandate[]> {
    const chargeable = await this.directory.chargeable(customerAppId, payment);
    const saved = chargeable.filter(
      ({ payment_link_id: id }) => id !== undefined && savedOn.has(id as PaymentLinkId),
    );
    if (saved.length === 0) return [];
    const accounts = await this.transactions.forApp(customerAppId, (tx) =>
      this.accountsOf(tx, saved),
    );
    const shown = await this.names.shown({
      payment_methods: saved.map((mandate) => ({
        mandate,
        sender_account: accounts.get(mandate.sender_account_id ?? ''),
      })),
    });
    return shown.payment_methods.flatMap(({ mandate, sender_account: account }) =>
      account ? savedMandate(mandate, account) : [],
    );
  }

  private async accountsOf(
    tx: AppTx,
    mandates: readonly MandateRecord[],
  ): Promise<ReadonlyMap<string, SenderAccount>> {
    const ids = mandates.flatMap(({ sender_account_id: id }) =>
      id === undefined ? [] : [id as PaymentAccountId],
    );
    const found = await this.externalAccounts.byId(tx, ids);
    // one of another user is as unknown as one that is gone
    const payers = new Set<string>(mandates.map(({ user_id }) => user_id));
    const theirs = [...found.values()].filter(({ userId }) => payers.has(userId));
    return new Map(
      theirs.map((account) => [account.accountId, this.externalAccounts.senderBody(account)]),
    );
  }
}

function savedMandate(
  mandate: MandateRecord,
  { account_number_masked: numberMasked, institution_name: institutionName }: SenderAccount,
): SavedMandate[] {
  if (numberMasked === undefined) return [];
  return [
    {
      paymentMethodId: mandate.payment_method_id as PaymentMethodId,
      mandateId: mandate.mandate_id as MandateId,
      recipientAccountId: mandate.recipient_account_id as PaymentAccountId,
      account: { numberMasked, institutionName: institutionName ?? null },
    },
  ];
}
