import { Injectable } from '@nestjs/common';
import type { HostedMerchant } from '@towpath/contracts';
import type {
  AutopayEnrollment,
  HostedAttempt,
  HostedSenderAccount,
  HostedTransferInstructions,
  HostedView,
  SenderAccount,
} from '@towpath/contracts/payment-link';
import { Transactions, type AppTx } from '@towpath/persistence';
import { MandateChargesReads } from '../../debit/mandate-charges/mandate-charges.reads.js';
import { ManualTransfersReads } from '../manual-transfers/manual-transfers.reads.js';
import { usedUpTypes } from '../payment-attempts/attempt-limits.js';
import { LinkAddresses, type LinkOfApp } from '../link-pages/link-addresses.js';
import { PageContextReads } from '../link-pages/page-context.reads.js';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { PaymentLinksReads, sessionStatus } from '../payment-links/payment-links.reads.js';
import { hostedAttempt, moneyMoved } from './hosted-attempt.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';

/** The payer's view of the link on the hosted page: no data of the sender, none of other links. */
@Injectable()
export class HostedReads {
  constructor(
    private readonly db: Transactions,
    private readonly links: PaymentLinksReads,
    private readonly pageContext: PageContextReads,
    private readonly mandateCharges: MandateChargesReads,
    private readonly transfers: ManualTransfersReads,
    private readonly names: InstitutionNamesReads,
    private readonly addresses: LinkAddresses,
  ) {}

  async view({ customerAppId, paymentLinkId }: LinkOfApp): Promise<HostedView> {
    const { link, attempts, latestAttempt, appName, tapped, transfer } = await this.db.forApp(
      customerAppId,
      async (tx) => {
        const shown = await this.links.shown(tx, paymentLinkId);
        return { ...shown, ...(await this.more(tx, shown)), appName: tx.customerApp.name };
      },
      { readOnly: true },
    );
    const { snapshot } = link;
    const account = tapped && (await this.asOffered(tapped));
    const { settings, country } = await this.pageContext.of(link.snapshot);
    const usedUp = usedUpTypes(snapshot);
    return {
      payment_link_id: snapshot.paymentLinkId,
      unique_reference_id: snapshot.uniqueReferenceId,
      mode: snapshot.mode,
      status: snapshot.status,
      session_status: sessionStatus(snapshot.status, attempts),
      amount: snapshot.amount ?? undefined,
      currency: snapshot.currency,
      description: snapshot.description ?? undefined,
      language: snapshot.language,
      country: country ?? undefined,
      ui_mode: snapshot.uiMode,
      return_url: returnUrlOf(link),
      live: snapshot.live,
      merchant: merchantOf(settings, appName),
      future_payments: snapshot.setupOptions?.future_payments,
      autopay_enrollment: enrollmentOf(link),
      attempt: this.attemptOf(link, latestAttempt, { account, transfer }),
      used_up_payment_method_types: usedUp.length === 0 ? undefined : usedUp,
      money_moved: moneyMoved(link, latestAttempt),
    };
  }

  /** The sites that may frame the page of a link, for the gateway's headers. */
  async embeddingOrigins(named: LinkOfApp): Promise<readonly string[]> {
    const { link } = await this.links.ofPayer(named);
    return (await this.pageContext.of(link.snapshot)).embeddingOrigins;
  }

  /**
   * Two kinds of payment show more than the link: the account of a stored mandate (the page does not
   * repeat that of a mandate just authorized), and how to transfer.
   */
  private async more(
    tx: AppTx,
    { link, latestAttempt }: { readonly link: PaymentLink; latestAttempt: PaymentAttempt | null },
  ) {
    const { paymentMethodType, savedMethodId, paymentId } = latestAttempt?.snapshot ?? {};
    const isTap = paymentMethodType === 'MANDATE' && savedMethodId !== null && paymentId;
    const { userId } = link.snapshot;
    return {
      tapped: isTap ? await this.mandateCharges.chargedAccount(tx, { paymentId, userId }) : null,
      transfer:
        paymentMethodType === 'MANUAL'
          ? await this.transfers.instructions(tx, link, latestAttempt)
          : null,
    };
  }

  /** Our address redirects to the bank's page and sets the browser's cookie. */
  private attemptOf(
    { snapshot: { mode } }: PaymentLink,
    attempt: PaymentAttempt | null,
    { account, transfer }: Additions,
  ): HostedAttempt | undefined {
    const shown = hostedAttempt(attempt, mode, account);
    if (shown && transfer) return { ...shown, transfer };
    if (!attempt || shown?.redirect_url === undefined) return shown;
    return { ...shown, redirect_url: this.addresses.addressOf(attempt.snapshot, 'challenge') };
  }

  /** The account as it was offered: only bank and last digits. */
  private async asOffered(account: SenderAccount): Promise<HostedSenderAccount | null> {
    const { account_number_masked, institution_name } = await this.names.shown(account);
    return account_number_masked === undefined ? null : { account_number_masked, institution_name };
  }
}

interface Additions {
  readonly account: HostedSenderAccount | null;
  readonly transfer: HostedTransferInstructions | null;
}

/** While the payer has not answered yet. */
function enrollmentOf(link: PaymentLink): AutopayEnrollment | undefined {
  const { status, autopayAnswered, setupOptions } = link.snapshot;
  if (!link.asksForAutopay || autopayAnswered || status !== 'CREATED') return undefined;
  const configuration = setupOptions?.autopay_enrollment_configuration;
  return { prefill: configuration?.enrollment_prefill_value ?? 'YES' };
}

/** The payer's return URL, with the IDs that the merchant compares; it proves nothing. */
function returnUrlOf({ snapshot }: PaymentLink): string | undefined {
  if (snapshot.redirectUri === null) return undefined;
  const url = new URL(snapshot.redirectUri);
  url.searchParams.set('payment_link_id', snapshot.paymentLinkId);
  url.searchParams.set('unique_reference_id', snapshot.uniqueReferenceId);
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
