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
import { ReadTransferInstructions } from '../manual-transfers/read-transfer-instructions.query.js';
import { MandateChargesReads } from '../../debit/mandate-charges/mandate-charges.reads.js';
import { usedUpTypes } from '../payment-links/domain/attempt-limits.js';
import type { PaymentAttempt } from '../payment-links/domain/payment-attempt.js';
import type { PaymentLink } from '../payment-links/domain/payment-link.js';
import { sessionStatus } from '../payment-links/domain/session-status.js';
import { ReadPageContext } from '../payment-links/read-page-context.query.js';
import { ReadPaymentLink } from '../payment-links/read-payment-link.query.js';
import type { ShownLink } from '../payment-links/ports.js';
import { WayToBank } from '../payment-links/way-to-bank.js';
import { hostedAttempt, moneyMoved } from './hosted-attempt.view.js';
import type { Payer } from './payer.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';

/** The payer's view of the link on the hosted page: no data of the sender, none of other links. */
@Injectable()
export class GetHostedView {
  constructor(
    private readonly transactions: Transactions,
    private readonly readPaymentLink: ReadPaymentLink,
    private readonly readPageContext: ReadPageContext,
    private readonly mandateCharges: MandateChargesReads,
    private readonly names: InstitutionNamesReads,
    private readonly way: WayToBank,
    private readonly readTransferInstructions: ReadTransferInstructions,
  ) {}

  async execute({ customerAppId, paymentLinkId }: Payer): Promise<HostedView> {
    const { read, tapped, transfer, appName } = await this.read(customerAppId, paymentLinkId);
    const { link, attempts, latestAttempt } = read;
    const told = { account: tapped && (await this.shown(tapped)), transfer };
    const { snapshot, terms } = link;
    const { settings, country } = await this.readPageContext.execute(link);
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
      attempt: this.attemptOf(link, latestAttempt, told),
      used_up_payment_method_types: noneIfEmpty(usedUpTypes(snapshot)),
      money_moved: moneyMoved(link, latestAttempt),
    };
  }

  /** One statement, but for the kinds of payment that show more than the link. */
  private read(
    customerAppId: Payer['customerAppId'],
    paymentLinkId: Payer['paymentLinkId'],
  ): Promise<Shown> {
    const work = async (tx: AppTx): Promise<Shown> => {
      const read = await this.readPaymentLink.execute(tx, paymentLinkId);
      const { link, latestAttempt } = read;
      const shown = { read, appName: tx.customerApp.name, tapped: null, transfer: null };
      if (!SHOWS_MORE.has(latestAttempt?.snapshot.paymentMethodType)) return shown;
      const tapped = await this.tappedAccount(tx, link, latestAttempt);
      const transfer = await this.readTransferInstructions.execute(tx, link, latestAttempt);
      return { ...shown, tapped, transfer };
    };
    return this.transactions.forApp(customerAppId, work, { readOnly: true });
  }

  /** Our address redirects to the bank's page and sets the browser's cookie. */
  private attemptOf(
    { snapshot: { customerAppId, paymentLinkId }, terms: { mode } }: PaymentLink,
    attempt: PaymentAttempt | null,
    { account, transfer }: Told,
  ): HostedAttempt | undefined {
    const shown = hostedAttempt(attempt, mode, account);
    if (shown && transfer) return { ...shown, transfer };
    if (!attempt || shown?.redirect_url === undefined) return shown;
    const errand = { customerAppId, paymentLinkId, attemptId: attempt.id };
    return { ...shown, redirect_url: this.way.addressOf(errand, 'challenge') };
  }

  /**
   * The account of a stored mandate; the page does not repeat that of a mandate just authorized.
   */
  private tappedAccount(
    tx: AppTx,
    { snapshot: { userId } }: PaymentLink,
    attempt: PaymentAttempt | null,
  ): Promise<SenderAccount | null> {
    const { paymentId = null, savedMethodId = null, paymentMethodType } = attempt?.snapshot ?? {};
    const isTap = paymentMethodType === 'MANDATE' && savedMethodId !== null;
    if (!isTap || paymentId === null) return Promise.resolve(null);
    return this.mandateCharges.chargedAccount(tx, { paymentId, userId });
  }

  /** The account as it was offered: only bank and last digits. */
  private async shown(account: SenderAccount): Promise<HostedSenderAccount | null> {
    const { account_number_masked, institution_name } = await this.names.shown(account);
    return account_number_masked === undefined ? null : { account_number_masked, institution_name };
  }
}

/** The account of a saved mandate; how to transfer. */
const SHOWS_MORE: ReadonlySet<string | undefined> = new Set(['MANDATE', 'MANUAL']);

interface Shown {
  readonly read: ShownLink;
  readonly appName: string;
  readonly tapped: SenderAccount | null;
  readonly transfer: HostedTransferInstructions | null;
}

/** What the page shows about the attempt beside its status. */
interface Told {
  readonly account: HostedSenderAccount | null;
  readonly transfer: HostedTransferInstructions | null;
}

function noneIfEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** While the payer has not answered yet. */
function enrollmentOf(link: PaymentLink): AutopayEnrollment | undefined {
  const { status, autopayAnswered } = link.snapshot;
  if (!link.asksForAutopay || autopayAnswered || status !== 'CREATED') return undefined;
  const configuration = link.terms.setupOptions?.autopay_enrollment_configuration;
  return { prefill: configuration?.enrollment_prefill_value ?? 'YES' };
}

/** The payer's return URL, with the IDs that the merchant compares; it proves nothing. */
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
