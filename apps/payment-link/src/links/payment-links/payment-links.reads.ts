import { Injectable } from '@nestjs/common';
import type { PaymentSetupOptions } from '@towpath/contracts';
import type { LinkIntegrationMetadata, PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId, PaymentLinkId, PaymentUserId } from '@towpath/kernel';
import {
  byKey,
  byValues,
  PersonalDataVault,
  Transactions,
  type AppTx,
  type SubjectKey,
} from '@towpath/persistence';
import { MandateMethodsReads } from '../../debit/mandate-methods/mandate-methods.reads.js';
import { LinkAddresses, type LinkOfApp } from '../link-pages/link-addresses.js';
import { shownAttempt } from '../payment-attempts/attempt-rows.service.js';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { AttemptState } from '../payment-attempts/payment-attempt.transitions.js';
import type { PaymentLinkState } from './payment-link.transitions.js';
import { linkNotFound, parseLinkId, PaymentLink } from './payment-link.js';
import { paymentLinks, type PaymentLinkSnapshot } from './payment-link.table.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { StoredCardsReads } from '../../cards/payment-methods/stored-cards.reads.js';

export interface ShownLink {
  readonly link: PaymentLink;
  /** Newest first; at least the latest that was submitted is among them. */
  readonly attempts: readonly AttemptState[];
  /** Without the token of its card. */
  readonly latestAttempt: PaymentAttempt | null;
}

/** The sender at the creation of a link; name and e-mail are null after an erasure. */
interface LinkSender {
  readonly name: string | null;
  readonly email: string | null;
}

interface ReadLink extends ShownLink {
  readonly sender: LinkSender;
}

type SessionStatus = 'OPEN' | 'PROCESSING' | 'COMPLETE' | 'FAILED';

const OF_ATTEMPT: Record<AttemptState, SessionStatus | null> = {
  SELECTED: null,
  REPLACED: null,
  AUTHORIZING: 'PROCESSING',
  CONFIRMED: 'PROCESSING',
  CAPTURING: 'PROCESSING',
  SUCCEEDED: 'COMPLETE',
  FAILED: 'FAILED',
  CANCELLED: 'FAILED',
};

/**
 * The status that a merchant shows while the link is open; computed at each read.
 *
 * @param attempts newest first; attempts without a submission do not count
 */
export function sessionStatus(
  link: PaymentLinkState,
  attempts: readonly AttemptState[],
): SessionStatus {
  if (link === 'PAID' || link === 'SETUP_SUCCEEDED') return 'COMPLETE';
  for (const attempt of attempts) {
    const status = OF_ATTEMPT[attempt];
    if (status) return status;
  }
  return 'OPEN';
}

/** Attempt states that `sessionStatus` looks through. */
const UNSUBMITTED_STATES = (Object.keys(OF_ATTEMPT) as AttemptState[]).filter(
  (state) => OF_ATTEMPT[state] === null,
);

// The newest attempt is shown; the newest that was submitted decides the session status.
const READ = byKey(`
  SELECT to_jsonb(l) AS link, coalesce((
    SELECT jsonb_agg(to_jsonb(a) ORDER BY a.ordinal DESC) FROM payment_attempts a
    WHERE a.customer_app_id = l.customer_app_id AND a.payment_link_id = l.payment_link_id
      AND a.ordinal >= coalesce((
        SELECT max(s.ordinal) FROM payment_attempts s
        WHERE s.customer_app_id = l.customer_app_id AND s.payment_link_id = l.payment_link_id
          AND s.status <> ALL ($3)), l.attempts)
  ), '[]') AS attempts
  FROM payment_links l WHERE customer_app_id = $1 AND payment_link_id = $2`);

const SENDER_FIELD = 'payment_links.sender_sealed';

@Injectable()
export class PaymentLinksReads {
  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly addresses: LinkAddresses,
    private readonly paymentsReads: PaymentsReads,
    private readonly cards: StoredCardsReads,
    private readonly mandates: MandateMethodsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  async get(app: CustomerAppId, rawId: string): Promise<PaymentLinkResponse> {
    const paymentLinkId = parseLinkId(rawId);
    const { latestAttempt, body } = await this.db.forApp(
      app,
      async (tx) => {
        const read = await this.read(tx, paymentLinkId);
        return { ...read, body: await this.body(tx, read) };
      },
      { readOnly: true },
    );
    const { mandateId = null, paymentMethodId = null } = latestAttempt?.snapshot ?? {};
    const keepsMandate =
      latestAttempt?.status === 'SUCCEEDED' && mandateId !== null && paymentMethodId !== null;
    if (!keepsMandate) return this.names.shown(body);
    // Another service keeps it, which no transaction waits for.
    const payment_method = await this.mandates.get(app, paymentMethodId);
    return this.names.shown({ ...body, payment_method });
  }

  /** What the customer app sees, but for a stored mandate. */
  async body(tx: AppTx, read: ReadLink): Promise<PaymentLinkResponse> {
    const { link, sender, attempts, latestAttempt } = read;
    const { snapshot } = link;
    const { paymentId = null, paymentMethodId = null } = latestAttempt?.snapshot ?? {};
    const hasCard = latestAttempt?.status === 'SUCCEEDED' && latestAttempt.mandateId === null;
    return {
      payment_link_id: snapshot.paymentLinkId,
      ...termsMembers(snapshot),
      status: snapshot.status,
      session_status: sessionStatus(snapshot.status, attempts),
      url: this.addresses.urlOf(snapshot),
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

  async read(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ReadLink> {
    const shown = await this.shown(tx, paymentLinkId);
    const { userId, senderSealed } = shown.link.snapshot;
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    const sender = key ? openSender(key, senderSealed) : { name: null, email: null };
    return { ...shown, sender };
  }

  ofPayer({ customerAppId, paymentLinkId }: LinkOfApp): Promise<ShownLink> {
    const read = (tx: AppTx) => this.shown(tx, paymentLinkId);
    return this.db.forApp(customerAppId, read, { readOnly: true });
  }

  /** Like `read`, for the payer, without data of the sender. One statement. */
  async shown(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ShownLink> {
    const [row] = await tx.query<{ link: unknown; attempts: unknown[] }>(READ, [
      tx.customerApp.id,
      paymentLinkId,
      UNSUBMITTED_STATES,
    ]);
    if (!row) throw linkNotFound();
    const attempts = row.attempts.map(shownAttempt);
    return {
      link: PaymentLink.restore(paymentLinks.from(row.link)),
      attempts: attempts.map(({ status }) => status),
      latestAttempt: attempts[0] ?? null,
    };
  }

  /** Names and e-mail addresses of the user as links were given them; none of an erased user. */
  async senderNames(tx: AppTx, userId: PaymentUserId): Promise<string[]> {
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    if (!key) return [];
    const rows = await tx.query<{ sealed: Buffer }>(
      byValues(`SELECT sender_sealed AS sealed FROM payment_links
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
    const senders = rows.map(({ sealed }) => openSender(key, sealed));
    const names = new Set(senders.flatMap(({ name, email }) => [name, email]));
    return [...names].filter((name) => name !== null);
  }
}

export function sealSender(key: SubjectKey, { name, email }: LinkSender): Buffer {
  return key.encrypt(SENDER_FIELD, { text: JSON.stringify({ name, email }) });
}

function openSender(key: SubjectKey, sealed: Buffer): LinkSender {
  return JSON.parse(key.decrypt(SENDER_FIELD, sealed)) as LinkSender;
}

function termsMembers(terms: PaymentLinkSnapshot) {
  const { mode, description, externalTransactionReference, setupOptions } = terms;
  const hasDetails =
    mode === 'PAYMENT' && description !== null && externalTransactionReference !== null;
  return {
    unique_reference_id: terms.uniqueReferenceId,
    mode,
    currency: terms.currency,
    amount: terms.amount ?? undefined,
    payment_details: hasDetails
      ? { description, external_transaction_reference: externalTransactionReference }
      : undefined,
    link_customizations: {
      language: terms.language,
      ui_mode: terms.uiMode,
      redirect_uri: terms.redirectUri ?? undefined,
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

function withoutEmptyTypes(options: NonNullable<PaymentLinkSnapshot['setupOptions']>): object {
  const { payment_method_types: types = [], ...rest } = options;
  return types.length === 0 ? rest : options;
}
