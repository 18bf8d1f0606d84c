import { Injectable } from '@nestjs/common';
import type { PaymentSetupOptions } from '@towpath/contracts';
import type { LinkIntegrationMetadata, PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { AppTx } from '@towpath/persistence';
import { addressUnder } from '../../address-under.js';
import type { PaymentLink } from './domain/payment-link.js';
import type { PaymentLinkTerms } from './domain/payment-link-terms.js';
import { sessionStatus } from './domain/session-status.js';
import { LinkSettings } from './link-settings.js';
import { LinkToken, type LinkTokenSubject } from './link-token.js';
import type { ReadLink } from './ports.js';
import type { Errand } from './way-to-bank.js';
import { StoredCardsReads } from '../../cards/payment-methods/stored-cards.reads.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { MandateMethodsReads } from '../../debit/mandate-methods/mandate-methods.reads.js';

const PAGE = '/hosted/pay';

/** The customer app's view of a payment link. */
@Injectable()
export class PaymentLinkView {
  constructor(
    private readonly tokens: LinkToken,
    private readonly settings: LinkSettings,
    private readonly paymentsReads: PaymentsReads,
    private readonly cards: StoredCardsReads,
    private readonly mandates: MandateMethodsReads,
  ) {}

  async body(tx: AppTx, read: ReadLink): Promise<PaymentLinkResponse> {
    const { link, sender, attempts, latestAttempt } = read;
    const { snapshot, terms } = link;
    const { paymentId = null, paymentMethodId = null } = latestAttempt?.snapshot ?? {};
    const hasCard = latestAttempt?.status === 'SUCCEEDED' && latestAttempt.mandateId === null;
    return {
      payment_link_id: snapshot.paymentLinkId,
      ...termsMembers(terms),
      status: snapshot.status,
      session_status: sessionStatus(snapshot.status, attempts),
      url: this.urlOf(link),
      sender: {
        user_id: snapshot.userId,
        external_user_id: snapshot.externalUserId,
        name: sender.name ?? undefined,
        email: sender.email ?? undefined,
      },
      payment: paymentId === null ? undefined : await this.paymentsReads.body(tx, paymentId),
      payment_method:
        hasCard && paymentMethodId !== null
          ? await this.cards.body(tx, paymentMethodId)
          : undefined,
      created_at: snapshot.createdAt.toISOString(),
      updated_at: snapshot.updatedAt.toISOString(),
    };
  }

  /** A stored mandate is kept by another service: a network call, never in a transaction. */
  async withMandate(
    { link, latestAttempt }: ReadLink,
    body: PaymentLinkResponse,
  ): Promise<PaymentLinkResponse> {
    if (latestAttempt?.status !== 'SUCCEEDED') return body;
    const { mandateId, paymentMethodId } = latestAttempt.snapshot;
    if (mandateId === null || paymentMethodId === null) return body;
    const { customerAppId } = link.snapshot;
    return {
      ...body,
      payment_method: await this.mandates.get(customerAppId, paymentMethodId),
    };
  }

  urlOf({ snapshot }: PaymentLink): string {
    return this.opened(snapshot).href;
  }

  /** The page of a link, for the holder of its session; the URL alone gives no access. */
  pageOf({ customerAppId, paymentLinkId }: LinkTokenSubject): string {
    const url = addressUnder(this.settings.publicPagesUrl, { path: PAGE });
    url.searchParams.set('link', `${customerAppId}.${paymentLinkId}`);
    return url.href;
  }

  /**
   * The page of a link, for the browser that returns from the bank. It is never the payer's earlier
   * frame, so its URL names the attempt of the challenge.
   */
  pageAfterChallenge(errand: Errand): string {
    const url = this.opened(errand);
    url.searchParams.set('challenged', errand.attemptId);
    return url.href;
  }

  private opened(subject: LinkTokenSubject): URL {
    const url = addressUnder(this.settings.publicPagesUrl, { path: PAGE });
    url.searchParams.set('token', this.tokens.of(subject));
    return url;
  }
}

function termsMembers(terms: PaymentLinkTerms) {
  const { mode, paymentDetails, customizations, setupOptions } = terms;
  const showsDetails = mode === 'PAYMENT' && paymentDetails !== null;
  return {
    unique_reference_id: terms.uniqueReferenceId,
    mode,
    currency: terms.currency,
    amount: terms.amount ?? undefined,
    payment_details: showsDetails
      ? {
          description: paymentDetails.description,
          external_transaction_reference: paymentDetails.externalTransactionReference,
        }
      : undefined,
    link_customizations: {
      language: customizations.language,
      ui_mode: customizations.uiMode,
      redirect_uri: customizations.redirectUri ?? undefined,
    },
    payment_setup_options: setupOptions
      ? (withoutEmptyTypes(setupOptions) as PaymentSetupOptions)
      : undefined,
    metadata: terms.metadata ?? undefined,
    payment_metadata: terms.paymentMetadata ?? undefined,
    integration_metadata:
      (terms.integrationMetadata as LinkIntegrationMetadata | null) ?? undefined,
  };
}

function withoutEmptyTypes(
  options: NonNullable<PaymentLinkTerms['setupOptions']>,
): PaymentLinkTerms['setupOptions'] {
  const { payment_method_types: types = [], ...rest } = options;
  return types.length === 0 ? rest : options;
}
