import {
  readStripeEvent,
  STRIPE,
  STRIPE_CALL_MS,
  stripePages,
  StripeRefused,
  type KeyedConnector,
  type RawCallBack,
  type ReadCallBacks,
  type StripeAccount,
  type StripeClient,
} from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type Stripe from 'stripe';
import type { DisputeReport, ReportedDispute } from '../../disputes/dispute.table.js';
import {
  DisputeProcessor,
  ProcessorRefused,
  ProcessorUnavailable,
  UnreadableNotification,
  type DisputeReference,
  type Evidence,
  type EvidenceDocument,
  type EvidenceLimits,
  type ListedAccounts,
  type ProcessorAccount,
  type VerifiedNotification,
} from '../ports.js';
import {
  ACCEPTED,
  EARLIER,
  EVIDENCE,
  isAnswerable,
  isAppealed,
  isOpen,
  isSubmitted,
  reportedOf,
} from './stripe-dispute.js';

const MS_PER_S = 1_000;
const HOUR_MS = 3_600_000;
/** One file each; the first ones say least about what is in the file. */
const FIELDS = [
  'uncategorized_file',
  'service_documentation',
  'customer_communication',
  'receipt',
  'shipping_documentation',
  'refund_policy',
  'cancellation_policy',
  'duplicate_charge_documentation',
] as const;
const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'evidence.pdf',
  'image/jpeg': 'evidence.jpg',
  'image/png': 'evidence.png',
};

/** The outcome is unknown. */
export class StripeSilent extends ProcessorUnavailable {
  constructor(
    reason: string,
    readonly status: number | null = null,
  ) {
    super(`Stripe did not answer: ${reason}`);
  }
}

/** Disputes at Stripe. Evidence is a draft first, and then submitted once. */
export class StripeProcessor extends DisputeProcessor implements KeyedConnector {
  override readonly appType: 'TEST' | 'LIVE';
  override readonly integrationId = 'GW4';
  override readonly connector = STRIPE;
  /** The dispute is read, each file is sent, and the draft, and the submission. */
  override readonly callMs = (FIELDS.length + 3) * STRIPE_CALL_MS;
  override readonly hasAccounts = true;

  readonly hasKeysOf = (customerAppId: string) => this.client.hasKeysOf(customerAppId);

  constructor(private readonly client: StripeClient) {
    super();
    this.appType = client.options.appType;
  }

  /** Source: Stripe's limits of evidence, 2026-10. Mastercard takes fewer pages than the others. */
  override evidenceLimits({ cardBrand }: Pick<DisputeReport, 'cardBrand'>): EvidenceLimits {
    const pages = cardBrand === 'mastercard' ? 19 : 49;
    return { files: FIELDS.length, fileBytes: 4_500_000, allBytes: 4_500_000, pages };
  }

  /** A payment without an account is in that of the app's keys, which may be a connected one too. */
  override async isAt(payment: ProcessorAccount, named: string): Promise<boolean> {
    if (payment.gatewayAccount !== null) return named === payment.gatewayAccount;
    return (await this.client.find(payment))?.account === named;
  }

  override async readCallBacks(
    raw: RawCallBack,
    endpointId: string | null,
  ): Promise<ReadCallBacks<VerifiedNotification>> {
    const event = await readStripeEvent(this.client, raw, endpointId);
    if (event.object.object !== 'dispute') return { events: [], answer: null };
    const { eventId, customerAppId, object, account: gatewayAccount } = event;
    const intent = object.payment_intent ?? null;
    const gatewayReference = typeof intent === 'object' ? (intent?.id ?? null) : intent;
    // A charge without an intent is none of ours.
    if (gatewayReference === null) {
      this.client.options.logger.warn(
        { eventId },
        'a dispute at Stripe is about no payment of ours',
      );
      return { events: [], answer: null };
    }
    const body = raw.body.toString('utf8');
    const notification = { eventId, customerAppId, gatewayReference, gatewayAccount, body };
    return { events: [notification], answer: null };
  }

  override read(body: string): ReportedDispute {
    const { created, data } = JSON.parse(body) as Stripe.Event;
    const dispute = data.object as Stripe.Dispute;
    try {
      return reportedOf(dispute, created);
    } catch (error) {
      if (error instanceof UnreadableNotification) throw error;
      throw new UnreadableNotification('the event has no dispute of a known form');
    }
  }

  override async find(key: DisputeReference): Promise<ReportedDispute | null> {
    const found = await this.retrieved(await this.client.at(key), key);
    return found && this.seen(found);
  }

  /** Marked first, because a dispute that was accepted is simply lost at Stripe. */
  override async accept(key: DisputeReference): Promise<ReportedDispute> {
    const account = await this.client.at(key);
    const known = await this.known(account, key);
    if (known.status === 'lost' && known.metadata[ACCEPTED]) return this.seen(known);
    if (!isAnswerable(known)) throw new ProcessorRefused('The dispute takes no answer any more.');
    return this.refusable(async () => {
      const { processorReference: id } = key;
      const mark = (value: string) =>
        account.ask((stripe, options) => {
          const metadata = { [ACCEPTED]: value };
          return stripe.disputes.update(id, { metadata, submit: false }, options);
        });
      await mark('yes');
      try {
        return await account.ask((stripe, options) => stripe.disputes.close(id, {}, options));
      } catch (error) {
        // What the bank decides later is no acceptance.
        if (error instanceof StripeRefused) await mark('');
        throw error;
      }
    });
  }

  override async submitEvidence(
    key: DisputeReference,
    { digest, documents }: Evidence,
  ): Promise<ReportedDispute> {
    const known = await this.known(await this.client.at(key), key);
    if (isSubmitted(known, digest)) return this.seen(known);
    if (!isAnswerable(known)) throw new ProcessorRefused('The dispute takes no evidence any more.');
    return this.refusable(async () => {
      if (known.metadata[EVIDENCE] !== digest) await this.draft(key, known, { digest, documents });
      return this.submit(key, digest);
    });
  }

  /**
   * Repeats at the same time are one. Stripe repeats an error under its key for a day, so each hour
   * has another key; before that the dispute shows whether it was submitted.
   */
  private async submit(key: DisputeReference, digest: string): Promise<Stripe.Dispute> {
    const { processorReference: id } = key;
    const hour = Math.floor(this.nowMs / HOUR_MS);
    const idempotencyKey = `${id}-${digest}-${hour}`;
    const account = await this.client.at(key);
    return account.ask((stripe, options) =>
      stripe.disputes.update(id, { submit: true }, { ...options, idempotencyKey }),
    );
  }

  /** Only the submission has an effect at the bank. Nothing of an earlier draft stays in it. */
  private async draft(
    key: DisputeReference,
    known: Stripe.Dispute,
    { digest, documents }: Evidence,
  ): Promise<void> {
    const files: string[] = [];
    for await (const document of documents) {
      if (files.length === FIELDS.length)
        throw new ProcessorRefused(`Stripe takes ${FIELDS.length} files.`);
      files.push(await this.upload(await this.client.at(key), document));
    }
    const evidence = evidenceOf(known, files);
    const earlier = String(known.evidence_details.submission_count);
    const metadata = { [EVIDENCE]: digest, [EARLIER]: earlier };
    const account = await this.client.at(key);
    await account.ask((stripe, options) =>
      stripe.disputes.update(
        key.processorReference,
        { evidence, metadata, submit: false },
        options,
      ),
    );
  }

  private async upload(
    account: StripeAccount,
    { content: data, mediaType: type }: EvidenceDocument,
  ): Promise<string> {
    const file = { data, type, name: NAMES[type] ?? 'evidence' };
    const { id } = await account.ask((stripe, options) =>
      stripe.files.create({ purpose: 'dispute_evidence', file }, options),
    );
    return id;
  }

  override async *listOpen(accounts: ListedAccounts): AsyncIterable<ReportedDispute> {
    const { customerAppId } = accounts;
    const listed = new Set<string | null>();
    for (const gatewayAccount of accounts.gatewayAccounts) {
      const account = await this.client.find({ customerAppId, gatewayAccount });
      if (!account || listed.has(account.account)) continue;
      listed.add(account.account);
      yield* this.openAt(account, customerAppId);
    }
  }

  private async *openAt(account: StripeAccount, app: CustomerAppId) {
    const pages = stripePages<Stripe.Dispute>(account, (stripe, page, options) =>
      stripe.disputes.list({ ...page, expand: ['data.payment_intent'] }, options),
    );
    for await (const page of pages) {
      for (const each of page.filter(isOpen)) {
        const names = namesOf(each);
        if (names['customer_app_id'] !== app) continue;
        yield { ...this.seen(each), paymentId: names['payment_id'] ?? null };
      }
    }
  }

  private get nowMs(): number {
    return this.client.options.clock.system().getTime();
  }

  private seen(dispute: Stripe.Dispute): ReportedDispute {
    return reportedOf(dispute, this.nowMs / MS_PER_S);
  }

  /** Null if the account does not have it. */
  private async retrieved(
    account: StripeAccount,
    { processorReference: id }: DisputeReference,
  ): Promise<Stripe.Dispute | null> {
    try {
      return await account.ask((stripe, options) => stripe.disputes.retrieve(id, {}, options));
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      return null;
    }
  }

  /** It is known from Stripe, so that it exists. */
  private async known(account: StripeAccount, key: DisputeReference): Promise<Stripe.Dispute> {
    const found = await this.retrieved(account, key);
    if (found) return found;
    throw this.client.alarm('LOST', 'a dispute is not there: the key is of another account');
  }

  private async refusable(work: () => Promise<Stripe.Dispute>): Promise<ReportedDispute> {
    try {
      return this.seen(await work());
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      this.client.options.logger.warn(error.facts, 'Stripe refused an answer to a dispute');
      throw new ProcessorRefused('Stripe does not take this answer.');
    }
  }
}

/** @param files IDs, at most as many as `FIELDS` */
function evidenceOf(known: Stripe.Dispute, files: string[]): Stripe.DisputeUpdateParams.Evidence {
  if (isAppealed(known)) return { appeal: { card: { supporting_files: files } } };
  const evidence: Stripe.DisputeUpdateParams.Evidence = {};
  for (const [index, field] of FIELDS.entries()) evidence[field] = files[index] ?? '';
  return evidence;
}

/** Ours, of its payment. */
function namesOf({ payment_intent: intent }: Stripe.Dispute): Stripe.Metadata {
  return typeof intent === 'object' ? (intent?.metadata ?? {}) : {};
}
