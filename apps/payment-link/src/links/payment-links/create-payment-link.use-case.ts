import { Injectable } from '@nestjs/common';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import {
  DomainError,
  newId,
  plusMs,
  type CustomerAppId,
  type PaymentLinkId,
  type PaymentUserId,
} from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import {
  checkRecipients,
  type SettlementAccount,
} from '../../parties/payment-accounts/settlement-account.js';
import type { PaymentUserRow } from '../../parties/payment-users/payment-user.table.js';
import { ContentHash } from '../../persistence/content-hash.js';
import { PaymentLink } from './domain/payment-link.js';
import { agreeTerms, contentOf, type RequestedTerms } from './domain/payment-link-terms.js';
import { LinkSettings } from './link-settings.js';
import { linkNotFound } from './payment-link.errors.js';
import { PaymentLinkView } from './payment-link.view.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import {
  PaymentUsersService,
  type Sender,
} from '../../parties/payment-users/payment-users.service.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

export interface PaymentLinkRequest {
  readonly terms: RequestedTerms;
  readonly sender: Sender;
}

const DAY_MS = 86_400_000;

/** `unique_reference_id` identifies a repeat: the same content returns the same link. */
@Injectable()
export class CreatePaymentLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: PaymentLinkRepository,
    private readonly users: PaymentUsersService,
    private readonly accounts: PaymentAccountsReads,
    private readonly contentHash: ContentHash,
    private readonly settings: LinkSettings,
    private readonly view: PaymentLinkView,
  ) {}

  execute(customerAppId: CustomerAppId, request: PaymentLinkRequest): Promise<PaymentLinkResponse> {
    return this.transactions.forApp(customerAppId, (tx) => this.findOrCreate(tx, request), {
      retryOn: ONE_EACH,
    });
  }

  private async findOrCreate(tx: AppTx, request: PaymentLinkRequest): Promise<PaymentLinkResponse> {
    const [known, user, accounts] = await Promise.all([
      this.links.byReference(tx, request.terms.uniqueReferenceId),
      this.users.known(tx, request.sender),
      this.accounts.settlementAccounts(tx),
    ]);
    if (!known) return this.create(tx, request, { user, accounts });
    if (!this.contentHash.matches(known.contentHash, hashedContent(request))) {
      throw new DomainError(
        'DUPLICATE_REFERENCE',
        'unique_reference_id belongs to a payment link with other content.',
      );
    }
    return this.show(tx, known.paymentLinkId);
  }

  private async create(
    tx: AppTx,
    request: PaymentLinkRequest,
    { user, accounts }: Loaded,
  ): Promise<PaymentLinkResponse> {
    const { sender } = request;
    const terms = agreeTerms(request.terms, { appType: tx.customerApp.type, now: tx.now });
    checkRecipients(needsOf(terms, tx), accounts);
    const batch = new WriteBatch();
    const userId = this.users.ensure(tx, batch, { sender, known: user });
    const link = PaymentLink.create(this.identity(tx, sender, userId), terms, tx.now);
    const contentHash = this.contentHash.of(hashedContent(request));
    await this.links.add(tx, batch, { link, sender, contentHash });
    tx.write(batch);
    return this.view.body(tx, { link, sender, attempts: [], latestAttempt: null });
  }

  private async show(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<PaymentLinkResponse> {
    const read = await this.links.read(tx, paymentLinkId);
    if (!read) throw linkNotFound();
    return this.view.body(tx, read);
  }

  private identity(tx: AppTx, { externalUserId }: Sender, userId: PaymentUserId) {
    return {
      paymentLinkId: newId<PaymentLinkId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      userId,
      externalUserId,
      live: tx.customerApp.type === 'LIVE',
      expiresAt: plusMs(tx.now, this.settings.validityDays * DAY_MS),
    };
  }
}

interface Loaded {
  readonly user: PaymentUserRow | null;
  readonly accounts: readonly SettlementAccount[];
}

/** Rows that two concurrent requests may both try to create. */
const ONE_EACH = ['payment_links_unique_reference_id_key', 'payment_users_external_user_id_key'];

function hashedContent({ terms, sender }: PaymentLinkRequest): object {
  return { terms: contentOf(terms), sender };
}

function needsOf(terms: ReturnType<typeof agreeTerms>, tx: AppTx) {
  return {
    currency: terms.currency,
    live: tx.customerApp.type === 'LIVE',
    businessUnit: terms.setupOptions?.recipient_account_filters?.business_unit ?? null,
    methodTypes: terms.setupOptions?.payment_method_types ?? [],
  };
}
