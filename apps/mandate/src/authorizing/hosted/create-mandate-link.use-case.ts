import { Injectable } from '@nestjs/common';
import type { CreateMandateLinkRequest, MandateLinkResponse } from '@towpath/contracts/mandate';
import { newId, plusMs, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { SelectInstitution } from '../authorization/select-institution.use-case.js';
import { parseMandateId } from '../../mandates/mandates/mandate.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { customizationsOf, institutionFiltersOf } from '../sessions/customizations.js';
import { MandateSessionMint } from '../sessions/mandate-session-mint.js';
import {
  MandateSessionRepository,
  PublicAddresses,
  type MandateSession,
  type MandateSessionId,
} from '../sessions/ports.js';
import { SignedText } from '../sessions/signed-text.js';

const OPENS_FOR_MS = 300_000;

interface MandateLinkOrder {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly asked: CreateMandateLinkRequest;
}

/** A hosted page for a mandate, and a token for the customer app's own user interface. */
@Injectable()
export class CreateMandateLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandatesService,
    private readonly sessions: MandateSessionRepository,
    private readonly mint: MandateSessionMint,
    private readonly signed: SignedText,
    private readonly addresses: PublicAddresses,
    private readonly selectInstitution: SelectInstitution,
  ) {}

  async execute({ customerAppId, appType, asked }: MandateLinkOrder): Promise<MandateLinkResponse> {
    const mandateId = parseMandateId(asked.mandate_id);
    const customizations = customizationsOf(asked.link_customizations, appType);
    const first = asked.link_customizations.institution_id;
    await this.assertOpen(customerAppId, mandateId);
    await this.selectInstitution.before(
      { customerAppId, appType, mandateId },
      { asked: first ?? null, filters: institutionFiltersOf(customizations) },
    );
    const [own, page] = await this.transactions.forApp(customerAppId, async (tx) => {
      await tx.begun;
      const both = ['CUSTOMER_APP', 'SERVICE_LINK'] as const;
      const [one, other] = both.map((usedBy): MandateSession => ({
        sessionId: newId<MandateSessionId>(tx.systemNow),
        customerAppId,
        mandateId,
        usedBy,
        customizations,
        opensUntil: usedBy === 'SERVICE_LINK' ? plusMs(tx.systemNow, OPENS_FOR_MS) : null,
      })) as [MandateSession, MandateSession];
      const batch = new WriteBatch();
      this.sessions.add(batch, one, tx.systemNow);
      this.sessions.add(batch, other, tx.systemNow);
      tx.write(batch);
      return [one, other] as const;
    });
    const { accessToken, expiresIn } = await this.mint.mint(own);
    const token = encodeURIComponent(this.signed.of(page, 'open'));
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
      link_url: `${this.addresses.pagesUrl}/hosted/mandate?token=${token}`,
    };
  }

  /** A mandate that can no longer be authorized gets no page. */
  private async assertOpen(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    await this.transactions.forApp(customerAppId, async (tx: AppTx) => {
      const mandate = await this.mandates.get(tx, mandateId);
      mandate.assertAuthorizable();
    });
  }
}
