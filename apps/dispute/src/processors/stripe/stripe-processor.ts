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
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import type Stripe from 'stripe';
import type { ReportedDispute } from '../../disputes/dispute.table.js';
import {
  DisputeProcessor,
  ProcessorHasNone,
  ProcessorRefused,
  ProcessorUnavailable,
  UnreadableNotification,
  type DisputeReference,
  type Evidence,
  type EvidenceDocument,
  type VerifiedNotification,
} from '../ports.js';
import { ACCEPTED, EVIDENCE, isOpen, reportedOf } from './stripe-dispute.js';

const MS_PER_S = 1_000;
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
  constructor(reason: string) {
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
  /** Source: Stripe's limits of evidence, 2026-10. */
  override readonly evidenceLimits = {
    files: FIELDS.length,
    fileBytes: 4_500_000,
    allBytes: 4_500_000,
  };

  readonly hasKeysOf = (customerAppId: string) => this.client.hasKeysOf(customerAppId);

  constructor(private readonly client: StripeClient) {
    super();
    this.appType = client.options.appType;
  }

  override async readCallBacks(
    raw: RawCallBack,
    endpointId: string | null,
  ): Promise<ReadCallBacks<VerifiedNotification>> {
    const event = await readStripeEvent(this.client, raw, endpointId);
    if (event.object.object !== 'dispute') return { events: [], answer: null };
    const { eventId, customerAppId, object } = event;
    const intent = object.payment_intent ?? null;
    const gatewayReference = typeof intent === 'object' ? (intent?.id ?? null) : intent;
    if (customerAppId === null && gatewayReference === null)
      throw new DomainError('INVALID_REQUEST', 'body must name a payment.');
    const body = raw.body.toString('utf8');
    return { events: [{ eventId, customerAppId, gatewayReference, body }], answer: null };
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
    const account = await this.at(key);
    const found = await this.retrieved(account, key).catch((error: unknown) => {
      if (error instanceof ProcessorHasNone) return null;
      throw error;
    });
    return found && this.seen(found);
  }

  /** Marked first, because a dispute that was accepted is simply lost at Stripe. */
  override async accept(key: DisputeReference): Promise<ReportedDispute> {
    const account = await this.at(key);
    const known = await this.retrieved(account, key);
    if (known.status === 'lost' && known.metadata[ACCEPTED] !== undefined) return this.seen(known);
    if (!isOpen(known)) throw new ProcessorRefused('The dispute takes no answer any more.');
    return this.refusable(async () => {
      const { processorReference: id } = key;
      const metadata = { [ACCEPTED]: 'yes' };
      await account.ask((stripe, options) =>
        stripe.disputes.update(id, { metadata, submit: false }, options),
      );
      return account.ask((stripe, options) => stripe.disputes.close(id, {}, options));
    });
  }

  override async submitEvidence(
    key: DisputeReference,
    { digest, documents }: Evidence,
  ): Promise<ReportedDispute> {
    const account = await this.at(key);
    const known = await this.retrieved(account, key);
    if (known.evidence_details.submission_count > 0) {
      if (known.metadata[EVIDENCE] === digest) return this.seen(known);
      throw new ProcessorRefused('Stripe has other evidence already.');
    }
    return this.refusable(async () => {
      if (known.metadata[EVIDENCE] !== digest) await this.draft(key, { digest, documents });
      const { processorReference: id } = key;
      const fresh = await this.at(key);
      return fresh.ask((stripe, options) =>
        stripe.disputes.update(
          id,
          { submit: true },
          { ...options, idempotencyKey: `${id}-${digest}-submit` },
        ),
      );
    });
  }

  /** Only the last step has an effect at the bank. */
  private async draft(key: DisputeReference, { digest, documents }: Evidence): Promise<void> {
    const evidence: Stripe.DisputeUpdateParams.Evidence = {};
    const fields = [...FIELDS];
    for await (const document of documents) {
      const field = fields.shift();
      if (!field) throw new ProcessorRefused(`Stripe takes ${FIELDS.length} files.`);
      evidence[field] = await this.upload(await this.at(key), document);
    }
    const account = await this.at(key);
    const draft = { evidence, metadata: { [EVIDENCE]: digest }, submit: false };
    await account.ask((stripe, options) =>
      stripe.disputes.update(key.processorReference, draft, options),
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

  override async *listOpen(customerAppId: CustomerAppId): AsyncIterable<ReportedDispute> {
    const account = await this.client.find({ customerAppId, gatewayAccount: null });
    if (!account) return;
    const pages = stripePages<Stripe.Dispute>(account, (stripe, page, options) =>
      stripe.disputes.list({ ...page, expand: ['data.payment_intent'] }, options),
    );
    for await (const page of pages) {
      const own = page.filter((each) => isOpen(each) && appOf(each) === customerAppId);
      for (const each of own) yield this.seen(each);
    }
  }

  private at({ customerAppId }: DisputeReference): Promise<StripeAccount> {
    return this.client.at({ customerAppId, gatewayAccount: null });
  }

  private seen(dispute: Stripe.Dispute): ReportedDispute {
    return reportedOf(dispute, this.client.options.clock.system().getTime() / MS_PER_S);
  }

  private async retrieved(
    account: StripeAccount,
    { processorReference: id }: DisputeReference,
  ): Promise<Stripe.Dispute> {
    try {
      return await account.ask((stripe, options) => stripe.disputes.retrieve(id, {}, options));
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      throw new ProcessorHasNone('Stripe does not know the dispute.');
    }
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

function appOf({ payment_intent: intent }: Stripe.Dispute): string | undefined {
  return typeof intent === 'object' ? intent?.metadata['customer_app_id'] : undefined;
}
