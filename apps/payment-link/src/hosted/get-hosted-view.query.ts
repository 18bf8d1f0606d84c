import { Injectable } from '@nestjs/common';
import type { AutopayEnrollment, HostedMerchant, HostedView } from '@towpath/contracts';
import { Transactions } from '@towpath/persistence';
import type { PaymentLink } from '../payment-links/domain/payment-link.js';
import { sessionStatus } from '../payment-links/domain/session-status.js';
import { ReadPageContext } from '../payment-links/read-page-context.query.js';
import { ReadPaymentLink } from '../payment-links/read-payment-link.query.js';
import { hostedAttempt, moneyMoved } from './hosted-attempt.view.js';
import type { Payer } from './payer.js';

/** What the hosted page shows to the payer: nothing about the sender, nothing of other links. */
@Injectable()
export class GetHostedView {
  static readonly errors = ['PAYMENT_LINK_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly links: ReadPaymentLink,
    private readonly pages: ReadPageContext,
  ) {}

  async execute({ customerAppId, paymentLinkId }: Payer): Promise<HostedView> {
    const { read, appName } = await this.transactions.forApp(customerAppId, async (tx) => ({
      read: await this.links.execute(tx, paymentLinkId),
      appName: tx.customerApp.name,
    }));
    const { link, attempts, latestAttempt } = read;
    const { snapshot, terms } = link;
    const { settings, country } = await this.pages.execute(link);
    return {
      payment_link_id: snapshot.paymentLinkId,
      unique_reference_id: terms.uniqueReferenceId,
      mode: terms.mode,
      status: snapshot.status,
      session_status: sessionStatus(snapshot.status, attempts),
      amount: terms.amount ?? undefined,
      currency: terms.currency,
      description: terms.paymentDetails?.description,
      language: terms.customizations.language,
      country: country ?? undefined,
      ui_mode: terms.customizations.uiMode,
      return_url: returnUrlOf(link),
      live: snapshot.live,
      merchant: merchantOf(settings, appName),
      future_payments: terms.setupOptions?.future_payments,
      autopay_enrollment: enrollmentOf(link),
      attempt: hostedAttempt(latestAttempt, terms.mode),
      money_moved: moneyMoved(link, latestAttempt),
    };
  }
}

/** While the payer has not answered yet. */
function enrollmentOf(link: PaymentLink): AutopayEnrollment | undefined {
  const { status, autopayAnswered } = link.snapshot;
  if (!link.asksForAutopay || autopayAnswered || status !== 'CREATED') return undefined;
  const configuration = link.terms.setupOptions?.autopay_enrollment_configuration;
  return { prefill: configuration?.enrollment_prefill_value ?? 'YES' };
}

/** Where the payer goes back to, with what the merchant compares; it proves nothing. */
function returnUrlOf({ snapshot, terms }: PaymentLink): string | undefined {
  const { redirectUri } = terms.customizations;
  if (redirectUri === null) return undefined;
  const url = new URL(redirectUri);
  url.searchParams.set('payment_link_id', snapshot.paymentLinkId);
  url.searchParams.set('unique_reference_id', terms.uniqueReferenceId);
  return url.href;
}

function merchantOf(settings: Readonly<Record<string, unknown>>, appName: string): HostedMerchant {
  const text = (name: string): string | undefined => {
    const value = settings[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    display_name: text('display_name') ?? appName,
    logo_url: text('logo_url'),
    accent: text('accent'),
    support_url: text('support_url'),
    terms_url: text('terms_url'),
  };
}
