import { Injectable } from '@nestjs/common';
import { byKey, byValues, Transactions, WriteBatch, type Tx } from '@towpath/persistence';
import { CallbacksService } from '../../base/callbacks/callbacks.service.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import type { AuthorizationRecord } from '../authorizations/authorization.table.js';
import { AuthorizationsService } from '../authorizations/authorizations.service.js';
import { moveDispute, openDispute } from './card-dispute.js';
import {
  cardDisputes,
  disputeDocuments,
  type CardDisputeRecord,
  type DisputeDocument,
} from './card-dispute.table.js';
import type { CardDisputeCommand, CardDisputeEvent } from './card-dispute.transitions.js';
import { DisputeProtocols, disputeReferenceOf, factOf } from './dispute-facts.js';

type DisputeKey = Pick<CardDisputeRecord, 'gateway' | 'disputeReference'>;

interface AskedDispute {
  readonly gateway: string;
  readonly customerAppId: string;
  readonly paymentId: string;
  /** Minor units; the whole payment when absent. */
  readonly amount?: number | undefined;
  readonly isDefendable: boolean;
}

/** A page of the open disputes of an app at a gateway. */
interface OpenDisputes {
  readonly gateway: string;
  readonly customerAppId: string;
  /** The last reference of the page before. */
  readonly after: string;
}

interface AskedMove {
  readonly command: CardDisputeCommand;
  readonly isDone?: (dispute: CardDisputeRecord) => boolean;
  readonly evidence?: SentEvidence;
}

interface SentEvidence {
  /** Names what was sent. */
  readonly digest: string;
  /** Digests of what was uploaded before. */
  readonly documents: readonly string[];
}

/** A dispute with the payment that it is about. */
interface LoadedDispute {
  readonly dispute: CardDisputeRecord;
  readonly authorization: AuthorizationRecord;
  /** The app's clock. */
  readonly now: Date;
}

interface JoinedRow {
  readonly dispute: unknown;
  readonly authorization: unknown;
  readonly now: Date;
}

const JOINED = `SELECT to_jsonb(d) AS dispute, to_jsonb(a) AS "authorization",
    app_now(d.customer_app_id) AS now
  FROM card_disputes d JOIN card_authorizations a USING (gateway, reference)`;

const COMMANDS: Readonly<Record<string, CardDisputeCommand>> = {
  WON: 'win',
  LOST: 'lose',
  ACCEPTED: 'accept',
  SECOND_CHARGEBACK: 'reopen',
} satisfies Partial<Record<CardDisputeEvent, CardDisputeCommand>>;

/**
 * Disputes at the gateways: opened by a cardholder, moved by cardholder, issuer or merchant. Each
 * answer is what the notification of the gateway would be.
 */
@Injectable()
export class CardDisputesService {
  constructor(
    private readonly db: Transactions,
    private readonly authorizations: AuthorizationsService,
    private readonly callbacks: CallbacksService,
    private readonly protocols: DisputeProtocols,
  ) {}

  /** A cardholder contests a captured payment. */
  open(asked: AskedDispute): Promise<object> {
    return this.db.asWorker(async (tx) => {
      const { record, now } = await this.authorizations.captured(tx, asked);
      const { amount = record.amount, isDefendable } = asked;
      if (amount < 1 || amount > record.amount) {
        const most = `amount must be from 1 to ${record.amount}.`;
        throw new GatewayRefusal('invalid_request', most, { field: 'amount' });
      }
      const [row] = await tx.query<{ total: number }>(
        byKey(`SELECT count(*) AS total FROM card_disputes WHERE gateway = $1 AND reference = $2`),
        [record.gateway, record.reference],
      );
      const batch = new WriteBatch();
      const earlier = row?.total ?? 0;
      const dispute = this.openIn(tx, batch, { record, amount, isDefendable, earlier, now });
      tx.write(batch);
      return this.answer(dispute, record);
    });
  }

  /** Adds a dispute of the authorization to the batch; by default its first, over the whole amount. */
  openIn(
    tx: Tx,
    batch: WriteBatch,
    asked: {
      readonly record: AuthorizationRecord;
      readonly isDefendable: boolean;
      readonly amount?: number;
      readonly earlier?: number;
      readonly now: Date;
    },
  ): CardDisputeRecord {
    const { record, isDefendable, amount = record.amount, earlier = 0, now } = asked;
    const disputeReference = disputeReferenceOf(record, earlier);
    const dispute = openDispute(record, { amount, isDefendable, disputeReference, now });
    cardDisputes.insert(batch, dispute);
    this.notify(tx, batch, { dispute, authorization: record });
    return dispute;
  }

  find(key: DisputeKey): Promise<object> {
    return this.db.asWorker(async (tx) => {
      const { dispute, authorization } = await this.get(tx, key);
      return this.answer(dispute, authorization);
    });
  }

  /** Disputes without an answer or a decision; `next` is where the following page starts. */
  listOpen(asked: OpenDisputes): Promise<{ disputes: object[]; next: string | null }> {
    return this.db.asWorker(async (tx) => {
      const rows = await tx.query<JoinedRow>(
        byValues(`${JOINED} WHERE d.gateway = $1 AND d.customer_app_id = $2
           AND d.dispute_reference > $3 AND d.state IN ('OPEN', 'CLOSED_TO_DEFENCE', 'UNDER_REVIEW')
         ORDER BY d.dispute_reference LIMIT 100`),
        [asked.gateway, asked.customerAppId, asked.after],
      );
      const open = rows.map((row) => this.loaded(row));
      return {
        disputes: open.map(({ dispute, authorization }) => this.answer(dispute, authorization)),
        next: open.at(-1)?.dispute.disputeReference ?? null,
      };
    });
  }

  /** What the issuer or the cardholder decides. */
  decide(key: DisputeKey, event: string): Promise<object> {
    const command = COMMANDS[event];
    if (command) return this.move(key, { command });
    throw new GatewayRefusal('invalid_request', 'event is not one of a dispute.', {
      field: 'event',
    });
  }

  /** Repeatable, because the answer to the merchant may be lost. */
  accept(key: DisputeKey): Promise<object> {
    return this.move(key, { command: 'accept', isDone: ({ state }) => state === 'ACCEPTED' });
  }

  /** Repeatable with the same evidence. */
  takeEvidence(key: DisputeKey, evidence: SentEvidence): Promise<object> {
    return this.move(key, {
      command: 'take_evidence',
      isDone: (dispute) => dispute.evidenceDigest === evidence.digest,
      evidence,
    });
  }

  /** Keeps that a document was uploaded; evidence may name it from then on. Repeatable. */
  upload(document: DisputeDocument): Promise<void> {
    return this.db.asWorker(async (tx) => {
      await this.get(tx, document);
      if (await disputeDocuments.find(tx, document)) return;
      const batch = new WriteBatch();
      disputeDocuments.insert(batch, document);
      tx.write(batch);
    });
  }

  private move(key: DisputeKey, { command, isDone, evidence }: AskedMove): Promise<object> {
    return this.db.asWorker(async (tx) => {
      const { dispute, authorization, now } = await this.get(tx, key);
      if (isDone?.(dispute)) return this.answer(dispute, authorization);
      if (evidence) await assertUploaded(tx, key, evidence.documents);
      const moved = {
        ...moveDispute(dispute, command, now),
        ...(evidence ? { evidenceDigest: evidence.digest } : {}),
      };
      const batch = new WriteBatch();
      cardDisputes.update(batch, moved);
      this.notify(tx, batch, { dispute: moved, authorization });
      tx.write(batch);
      return this.answer(moved, authorization);
    });
  }

  private notify(
    tx: Tx,
    batch: WriteBatch,
    { dispute, authorization }: Omit<LoadedDispute, 'now'>,
  ): void {
    this.callbacks.owe(tx, batch, {
      gateway: dispute.gateway,
      reference: dispute.disputeReference,
      customerAppId: dispute.customerAppId,
      eventId: factOf(dispute, authorization).eventId,
      event: dispute.lastEvent,
      url: notificationUrl(authorization),
      body: this.answer(dispute, authorization),
      dueAt: dispute.updatedAt,
    });
  }

  /** Locked for this transaction. */
  private async get(tx: Tx, { gateway, disputeReference }: DisputeKey): Promise<LoadedDispute> {
    const [row] = await tx.query<JoinedRow>(
      byKey(`${JOINED} WHERE d.gateway = $1 AND d.dispute_reference = $2 FOR UPDATE OF d`),
      [gateway, disputeReference],
    );
    if (row) return this.loaded(row);
    throw new GatewayRefusal('not_found', 'There is no dispute with this reference.');
  }

  private loaded({ dispute, authorization, now }: JoinedRow): LoadedDispute {
    return {
      dispute: cardDisputes.from(dispute),
      authorization: this.authorizations.recordOf(authorization),
      now,
    };
  }

  private answer(dispute: CardDisputeRecord, authorization: AuthorizationRecord): object {
    return this.protocols.of(dispute.gateway).disputeBody(factOf(dispute, authorization));
  }
}

/** Refuses evidence that names a document which nobody uploaded. */
async function assertUploaded(
  tx: Tx,
  { gateway, disputeReference }: DisputeKey,
  digests: readonly string[],
): Promise<void> {
  const found = await tx.query<{ digest: string }>(
    byValues(`SELECT digest FROM card_dispute_documents
     WHERE gateway = $1 AND dispute_reference = $2 AND digest = ANY ($3)`),
    [gateway, disputeReference, digests],
  );
  if (found.length === new Set(digests).size) return;
  throw new GatewayRefusal('invalid_request', 'A document was not uploaded.', {
    field: 'documents',
  });
}

/** The merchant's URL for notifications: that of its call-backs with another path. */
function notificationUrl({ callbackUrl, gateway }: AuthorizationRecord): string {
  const url = new URL(callbackUrl);
  url.pathname =
    url.pathname.replace(/\/callbacks\/.*$/u, '') + `/notifications/${gateway.toLowerCase()}`;
  return url.href;
}
