import { Injectable } from '@nestjs/common';
import type { CreateMandateLinkRequest, MandateLinkResponse } from '@towpath/contracts/mandate';
import { plusMs, type CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { SessionToken } from '@towpath/service';
import { parseMandateId } from '../../mandates/mandates/mandate.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { AuthorizationsService } from '../authorization/authorizations.service.js';
import {
  customizationsOf,
  institutionFiltersOf,
  paymentPageCustomizations,
} from '../sessions/customizations.js';
import type { Customizations } from '../sessions/session.table.js';
import { SessionsService, type SessionCaller } from '../sessions/sessions.service.js';

const OPENS_FOR_MS = 300_000;

interface MandateLinkOrder {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly asked: CreateMandateLinkRequest;
}

interface PaymentPageSession {
  readonly customerAppId: CustomerAppId;
  readonly mandateId: string;
  readonly language: Customizations['language'];
  /** ISO 3166, three letters; null if the link has none. */
  readonly country: string | null;
}

/** Pages on which payers authorize mandates. */
@Injectable()
export class HostedMandatesService {
  constructor(
    private readonly db: Transactions,
    private readonly mandates: MandatesService,
    private readonly sessions: SessionsService,
    private readonly authorizations: AuthorizationsService,
  ) {}

  /**
   * A hosted page for a mandate, and a token for the customer app's own user interface. A mandate
   * that can no longer be authorized gets no page.
   */
  async createLink({
    customerAppId,
    appType,
    asked,
  }: MandateLinkOrder): Promise<MandateLinkResponse> {
    const mandateId = parseMandateId(asked.mandate_id);
    const customizations = customizationsOf(asked.link_customizations, appType);
    const { institution_id: first = null } = asked.link_customizations;
    const check = (tx: AppTx) => this.assertOpen(tx, mandateId);
    await this.db.forApp(customerAppId, check, { readOnly: true });
    await this.authorizations.chooseFirst(
      { customerAppId, appType, mandateId },
      { asked: first, filters: institutionFiltersOf(customizations) },
    );
    const [own, page] = await this.db.forApp(customerAppId, async (tx) => {
      await tx.begun;
      const batch = new WriteBatch();
      const ofBoth = { mandateId, customizations };
      const opensUntil = plusMs(tx.systemNow, OPENS_FOR_MS);
      const added = [
        this.sessions.add(tx, batch, { ...ofBoth, usedBy: 'CUSTOMER_APP', opensUntil: null }),
        this.sessions.add(tx, batch, { ...ofBoth, usedBy: 'SERVICE_LINK', opensUntil }),
      ] as const;
      tx.write(batch);
      return added;
    });
    const { accessToken, expiresIn } = await this.sessions.mint(own);
    const token = encodeURIComponent(this.sessions.texts.of(page, 'open'));
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
      link_url: `${this.sessions.addresses.pagesUrl}/hosted/mandate?token=${token}`,
    };
  }

  /** A token for the steps of a mandate inside the page of its payment link. */
  async mintToken(asked: PaymentPageSession): Promise<SessionToken> {
    const mandateId = parseMandateId(asked.mandateId);
    const session = await this.db.forApp(asked.customerAppId, async (tx) => {
      await this.assertOpen(tx, mandateId);
      const batch = new WriteBatch();
      const added = this.sessions.add(tx, batch, {
        mandateId,
        usedBy: 'SERVICE_LINK',
        customizations: paymentPageCustomizations(asked),
        opensUntil: null,
      });
      tx.write(batch);
      return added;
    });
    return this.sessions.mint(session);
  }

  /**
   * The payer leaves. The draft of a payment link is closed, so that the link accepts another
   * method. Another mandate stays unchanged and can be resumed. A mandate that another tab has
   * authorized is no draft any more, and continues.
   */
  async leave({ customerAppId, mandateId }: SessionCaller): Promise<void> {
    await this.db.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.getLocked(tx, mandateId);
      if (mandate.snapshot.paymentLinkId === null || !mandate.can('abandon')) return;
      mandate.move('abandon', tx.now, 'the payer left the page');
      await this.mandates.saveEnded(tx, mandate);
    });
  }

  private async assertOpen(tx: AppTx, mandateId: SessionCaller['mandateId']): Promise<void> {
    const mandate = await this.mandates.get(tx, mandateId);
    mandate.assertAuthorizable();
  }
}
