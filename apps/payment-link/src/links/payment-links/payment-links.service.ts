import { Injectable } from '@nestjs/common';
import type {
  CreatePaymentLinkRequest,
  PaymentLinkResponse,
} from '@towpath/contracts/payment-link';
import {
  DomainError,
  newId,
  plusMs,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentLinkId,
  type PaymentUserId,
} from '@towpath/kernel';
import {
  byKey,
  byValues,
  findTogether,
  PersonalDataErased,
  PersonalDataVault,
  Transactions,
  WriteBatch,
  type AppTx,
} from '@towpath/persistence';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import { checkRecipients } from '../../parties/payment-accounts/settlement-account.js';
import { externalUserErased } from '../../parties/payment-users/payment-user.js';
import {
  PaymentUsersService,
  type Sender,
} from '../../parties/payment-users/payment-users.service.js';
import { PaymentLinkConfig } from '../../payment-link.config.js';
import { ContentHash } from '../../persistence/content-hash.js';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import { publishLinkChanges } from './payment-link.events.js';
import { linkNotFound, PaymentLink } from './payment-link.js';
import { agreeTerms, contentOf, type RequestedTerms } from './payment-link-terms.js';
import { paymentLinks } from './payment-link.table.js';
import { PaymentLinksReads, sealSender } from './payment-links.reads.js';

// An attempt never changes its link.
const LOCK_OF_ATTEMPT = byKey(`SELECT to_jsonb(l) AS row FROM payment_links l
  WHERE customer_app_id = $1 AND payment_link_id = (SELECT payment_link_id FROM payment_attempts
    WHERE customer_app_id = $1 AND attempt_id = $2) FOR UPDATE`);

const DAY_MS = 86_400_000;
/** Rows that two concurrent requests may both try to create. */
const ONE_EACH = ['payment_links_unique_reference_id_key', 'payment_users_external_user_id_key'];

@Injectable()
export class PaymentLinksService {
  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly users: PaymentUsersService,
    private readonly accounts: PaymentAccountsReads,
    private readonly contentHash: ContentHash,
    private readonly config: PaymentLinkConfig,
    private readonly reads: PaymentLinksReads,
  ) {}

  /** `unique_reference_id` identifies a repeat: the same content returns the same link. */
  create(app: CustomerAppId, body: CreatePaymentLinkRequest): Promise<PaymentLinkResponse> {
    const requested = termsOf(body);
    const sender = senderOf(body);
    const content = { terms: contentOf(requested), sender };
    const findOrCreate = async (tx: AppTx): Promise<PaymentLinkResponse> => {
      const [known, user, accounts] = await findTogether(tx, [
        paymentLinks.lookup({ uniqueReferenceId: requested.uniqueReferenceId }, (row) => row),
        this.users.lookup(sender),
        this.accounts.lookupAll(),
      ]);
      if (known && !this.contentHash.matches(known.contentHash, content)) {
        throw new DomainError(
          'DUPLICATE_REFERENCE',
          'unique_reference_id belongs to a payment link with other content.',
        );
      }
      if (known) return this.reads.body(tx, await this.reads.read(tx, known.paymentLinkId));
      const { type } = tx.customerApp;
      const terms = agreeTerms(requested, { appType: type, now: tx.now });
      const needs = {
        currency: terms.currency,
        live: type === 'LIVE',
        businessUnit: terms.setupOptions?.recipient_account_filters?.business_unit ?? null,
        methodTypes: terms.setupOptions?.payment_method_types ?? [],
      };
      checkRecipients(needs, accounts);
      const batch = new WriteBatch();
      const userId = this.users.ensure(tx, batch, { sender, known: user });
      const identity = {
        paymentLinkId: newId<PaymentLinkId>(tx.systemNow),
        customerAppId: tx.customerApp.id,
        userId,
        externalUserId: sender.externalUserId,
        senderSealed: sealSender(await this.keyOf(tx, userId), sender),
        contentHash: this.contentHash.of(content),
        live: type === 'LIVE',
        expiresAt: plusMs(tx.now, this.config.paymentLinkValidityDays * DAY_MS),
      };
      const link = PaymentLink.create(identity, terms, tx.now);
      saveLink(batch, link);
      tx.write(batch);
      return this.reads.body(tx, { link, sender, attempts: [], latestAttempt: null });
    };
    return this.db.forApp(app, findOrCreate, { retryOn: ONE_EACH });
  }

  /**
   * Locks a link, with all of its attempts, until the transaction ends. Send it first: reads that
   * follow in the same packet begin once the lock is held, and see the state after the wait.
   */
  async lock(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<PaymentLink> {
    const row = await paymentLinks.lock(tx, { paymentLinkId });
    if (!row) throw linkNotFound();
    return PaymentLink.restore(row);
  }

  async lockOfAttempt(tx: AppTx, attemptId: PaymentAttemptId): Promise<PaymentLink | null> {
    const found = await tx.query<{ row: unknown }>(LOCK_OF_ATTEMPT, [tx.customerApp.id, attemptId]);
    const [row] = paymentLinks.rows(found);
    return row ? PaymentLink.restore(row) : null;
  }

  /** The payer answers the autopay screen of a link; the last answer before the link ends counts. */
  answerAutopay({ customerAppId, paymentLinkId }: LinkOfApp, autopayConsent: boolean) {
    return this.db.forApp(customerAppId, async (tx) => {
      const link = await this.lock(tx, paymentLinkId);
      if (!link.asksForAutopay) {
        throw new DomainError('INVALID_REQUEST', 'The payment link asks for no autopay consent.');
      }
      const { userId } = link.snapshot;
      link.answerAutopay(tx.now);
      const batch = new WriteBatch();
      saveLink(batch, link);
      await this.users.answerAutopay(tx, batch, { userId, autopayConsent });
      tx.write(batch);
    });
  }

  /**
   * Deletes the billing system's data about an erased payer, and the hashes by which links recognize
   * repeated requests. The hashes cover the name of the payer, and must not confirm a guess.
   */
  async forget(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues(`UPDATE payment_links SET content_hash = '', integration_metadata = NULL
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
  }

  /** The sender may have been erased since they were read. */
  private async keyOf(tx: AppTx, userId: PaymentUserId) {
    try {
      return await this.vault.keyFor(tx, userId);
    } catch (error) {
      throw error instanceof PersonalDataErased ? externalUserErased() : error;
    }
  }
}

/**
 * Adds a new link, or the changes of a locked one, to the batch.
 *
 * @param about the attempts that the change completes or ends
 */
export function saveLink(
  batch: WriteBatch,
  link: PaymentLink,
  about: Parameters<typeof publishLinkChanges>[2] = [],
): void {
  const { snapshot, changes } = link;
  const { version } = snapshot;
  const written = { snapshot: { ...snapshot, version: version + 1 }, changes };
  paymentLinks.save(batch, written, { version });
  publishLinkChanges(batch, link, about);
}

function senderOf({ sender }: CreatePaymentLinkRequest): Sender {
  return {
    externalUserId: sender.external_user_id,
    name: sender.name,
    email: sender.email ?? null,
  };
}

function termsOf(body: CreatePaymentLinkRequest): RequestedTerms {
  const { payment_details: details, link_customizations: page } = body;
  return {
    uniqueReferenceId: body.unique_reference_id,
    mode: body.mode,
    currency: body.currency,
    amount: body.amount ?? null,
    description: details?.description ?? null,
    externalTransactionReference: details?.external_transaction_reference ?? null,
    language: page?.language ?? null,
    uiMode: page?.ui_mode ?? null,
    redirectUri: page?.redirect_uri ?? null,
    setupOptions: body.payment_setup_options ?? null,
    metadata: body.metadata ?? null,
    paymentMetadata: body.payment_metadata ?? null,
    integrationMetadata: body.integration_metadata ?? null,
  };
}
