import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { parseMandateId } from '../../mandates/mandates/mandate.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { paymentPageCustomizations } from '../sessions/customizations.js';
import { MandateSessionMint } from '../sessions/mandate-session-mint.js';
import type { SessionToken } from '@towpath/service';
import {
  MandateSessionRepository,
  type Customizations,
  type MandateSession,
  type MandateSessionId,
} from '../sessions/ports.js';

interface PaymentPageSession {
  readonly customerAppId: CustomerAppId;
  readonly mandateId: string;
  readonly language: Customizations['language'];
  /** ISO 3166, three letters; null if the link has none. */
  readonly country: string | null;
}

/** A session for the steps of a mandate inside the page of its payment link. */
@Injectable()
export class MintMandateToken {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandatesService,
    private readonly sessions: MandateSessionRepository,
    private readonly mint: MandateSessionMint,
  ) {}

  async execute(asked: PaymentPageSession): Promise<SessionToken> {
    const { customerAppId, mandateId } = asked;
    const session = await this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.get(tx, parseMandateId(mandateId));
      mandate.assertAuthorizable();
      const made: MandateSession = {
        sessionId: newId<MandateSessionId>(tx.systemNow),
        customerAppId,
        mandateId: mandate.snapshot.mandateId,
        usedBy: 'SERVICE_LINK',
        customizations: paymentPageCustomizations(asked),
        opensUntil: null,
      };
      const batch = new WriteBatch();
      this.sessions.add(batch, made, tx.systemNow);
      tx.write(batch);
      return made;
    });
    return this.mint.mint(session);
  }
}
