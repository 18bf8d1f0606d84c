import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { factOf, type DisputeFact } from './dispute-fact.js';
import { disputeReferenceOf } from './dispute-texts.js';
import { moveDispute, openDispute, type CardDisputeRecord } from './domain/card-dispute.js';
import type { CardDisputeCommand, CardDisputeEvent } from './domain/card-dispute.transitions.js';
import {
  CardDisputesRepository,
  type DisputeKey,
  type OpenDisputes,
} from './persistence/card-disputes.repository.js';
import {
  DisputeDocumentsRepository,
  type DisputeDocument,
} from './persistence/dispute-documents.repository.js';
import { DisputeProtocols } from './ports.js';

interface AskedDispute {
  readonly gateway: string;
  readonly customerAppId: string;
  readonly paymentId: string;
  /** Minor units; the whole payment when absent. */
  readonly amount?: number | undefined;
  readonly isDefendable: boolean;
}

interface AskedMove {
  readonly command: CardDisputeCommand;
  readonly isDone?: (dispute: CardDisputeRecord) => boolean;
  readonly evidenceDigest?: string;
  readonly documents?: readonly string[];
}

interface SentEvidence {
  /** Names what was sent. */
  readonly digest: string;
  /** Digests of what was uploaded before. */
  readonly documents: readonly string[];
}

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
export class CardDisputes {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: CardDisputesRepository,
    private readonly documents: DisputeDocumentsRepository,
    private readonly protocols: DisputeProtocols,
  ) {}

  /** A cardholder contests a captured payment. */
  open(asked: AskedDispute): Promise<object> {
    return this.transactions.asWorker(async (tx) => {
      const { authorization, now } = await this.disputes.capturedFor(tx, asked);
      const { amount = authorization.amount, isDefendable } = asked;
      if (amount < 1 || amount > authorization.amount) {
        const most = `amount must be from 1 to ${authorization.amount}.`;
        throw new GatewayRefusal('invalid_request', most, { field: 'amount' });
      }
      const earlier = await this.disputes.countOf(tx, authorization);
      const disputeReference = disputeReferenceOf(authorization, earlier);
      const dispute = openDispute(authorization, { amount, isDefendable, disputeReference, now });
      this.disputes.save(tx, { dispute, authorization });
      return this.answer(factOf(dispute, authorization));
    });
  }

  find(key: DisputeKey): Promise<object> {
    return this.transactions.asWorker(async (tx) => {
      const { dispute, authorization } = await this.disputes.get(tx, key);
      return this.answer(factOf(dispute, authorization));
    });
  }

  /** Disputes without an answer or a decision; `next` is where the following page starts. */
  listOpen(asked: OpenDisputes): Promise<{ disputes: object[]; next: string | null }> {
    return this.transactions.asWorker(async (tx) => {
      const open = await this.disputes.open(tx, asked);
      return {
        disputes: open.map(({ dispute, authorization }) =>
          this.answer(factOf(dispute, authorization)),
        ),
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
  takeEvidence(key: DisputeKey, { digest, documents }: SentEvidence): Promise<object> {
    return this.move(key, {
      command: 'take_evidence',
      isDone: (dispute) => dispute.evidenceDigest === digest,
      evidenceDigest: digest,
      documents,
    });
  }

  /** Keeps that a document was uploaded; evidence may name it from then on. Repeatable. */
  upload(document: DisputeDocument): Promise<void> {
    return this.transactions.asWorker(async (tx) => {
      await this.disputes.get(tx, document);
      await this.documents.add(tx, document);
    });
  }

  private move(key: DisputeKey, asked: AskedMove): Promise<object> {
    return this.transactions.asWorker(async (tx) => {
      const { dispute, authorization, now } = await this.disputes.get(tx, key);
      if (asked.isDone?.(dispute)) return this.answer(factOf(dispute, authorization));
      const { evidenceDigest, documents = [] } = asked;
      await this.documents.assertUploaded(tx, key, documents);
      const moved = {
        ...moveDispute(dispute, asked.command, now),
        ...(evidenceDigest ? { evidenceDigest } : {}),
      };
      this.disputes.save(tx, { dispute: moved, authorization });
      return this.answer(factOf(moved, authorization));
    });
  }

  private answer(fact: DisputeFact): object {
    return this.protocols.of(fact.dispute.gateway).disputeBody(fact);
  }
}
