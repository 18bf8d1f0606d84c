import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { factOf, moveDispute, type DisputeFact } from './domain/card-dispute.js';
import type { CardDisputeCommand, CardDisputeEvent } from './domain/card-dispute.transitions.js';
import { CardDisputesRepository, type DisputeKey } from './persistence/card-disputes.repository.js';
import { DisputeDocumentsRepository } from './persistence/dispute-documents.repository.js';

const COMMANDS: Readonly<Record<string, CardDisputeCommand>> = {
  WON: 'win',
  LOST: 'lose',
  ACCEPTED: 'accept',
  SECOND_CHARGEBACK: 'reopen',
} satisfies Partial<Record<CardDisputeEvent, CardDisputeCommand>>;

/** The cardholder, the issuer or the merchant moves a dispute on. */
@Injectable()
export class MoveDisputeUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: CardDisputesRepository,
    private readonly documents: DisputeDocumentsRepository,
  ) {}

  /** What the issuer or the cardholder decides. */
  decide(key: DisputeKey, event: string): Promise<DisputeFact> {
    const command = COMMANDS[event];
    if (command) return this.move(key, { command });
    throw new GatewayRefusal('invalid_request', 'event is not one of a dispute.', {
      field: 'event',
    });
  }

  /** Repeatable: the merchant may not have heard the answer. */
  accept(key: DisputeKey): Promise<DisputeFact> {
    return this.move(key, { command: 'accept', isDone: ({ state }) => state === 'ACCEPTED' });
  }

  /** Repeatable with the same evidence. */
  takeEvidence(key: DisputeKey, { digest, documents }: SentEvidence): Promise<DisputeFact> {
    return this.move(key, {
      command: 'take_evidence',
      isDone: (dispute) => dispute.evidenceDigest === digest,
      evidenceDigest: digest,
      documents,
    });
  }

  private move(key: DisputeKey, asked: AskedMove): Promise<DisputeFact> {
    return this.transactions.asWorker(async (tx) => {
      const { dispute, authorization, now } = await this.disputes.get(tx, key);
      if (asked.isDone?.(dispute)) return factOf(dispute, authorization);
      const { evidenceDigest, documents = [] } = asked;
      await this.documents.assertUploaded(tx, key, documents);
      const moved = {
        ...moveDispute(dispute, asked.command, now),
        ...(evidenceDigest ? { evidenceDigest } : {}),
      };
      await this.disputes.save(tx, { dispute: moved, authorization });
      return factOf(moved, authorization);
    });
  }
}

interface AskedMove {
  readonly command: CardDisputeCommand;
  readonly isDone?: (dispute: DisputeFact['dispute']) => boolean;
  readonly evidenceDigest?: string;
  readonly documents?: readonly string[];
}

interface SentEvidence {
  /** Names what was sent. */
  readonly digest: string;
  /** Digests of what was uploaded before. */
  readonly documents: readonly string[];
}
