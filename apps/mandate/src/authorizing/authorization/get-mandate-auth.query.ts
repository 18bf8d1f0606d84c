import { Injectable } from '@nestjs/common';
import { embeddedError, type HostedMerchant } from '@towpath/contracts';
import type { MandateAuthResponse, MandateConsentText } from '@towpath/contracts/mandate';
import { CustomerAppViews, Transactions } from '@towpath/persistence';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { mandateBody } from '../../mandates/mandates/mandate.view.js';
import { PartiesService } from '../../mandates/parties/parties.service.js';
import { MandateSessionRepository, type MandateSession } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';
import { ChecklistView } from './checklist.view.js';
import { presentConsent } from './consent-text.js';
import type { Checklist } from '../../mandates/checklists/checklist.js';
import { EncryptionInfo } from './encryption-info.query.js';
import { LockedChecklists } from './locked-checklist.js';
import { merchantOf } from './merchant.js';

export interface Authorization {
  readonly mandate: MandateSnapshot;
  readonly checklist: Checklist;
  readonly session: MandateSession;
  readonly merchant: HostedMerchant;
  readonly body: MandateAuthResponse & { readonly consent: MandateConsentText };
}

/** The missing factors, and how to encrypt them. */
@Injectable()
export class GetMandateAuth {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedChecklists,
    private readonly sessions: MandateSessionRepository,
    private readonly directory: PartiesService,
    private readonly view: ChecklistView,
    private readonly encryptionInfo: EncryptionInfo,
    private readonly apps: CustomerAppViews,
  ) {}

  async execute(caller: SessionCaller): Promise<Authorization> {
    const { customerAppId } = caller;
    const app = await this.apps.get(customerAppId);
    const found = await this.transactions.forApp(customerAppId, async (tx) => {
      const { mandate, checklist } = await this.locked.read(tx, caller.mandateId);
      const session = await sessionOf(tx, this.sessions, caller);
      const { name } = tx.customerApp;
      const merchant = merchantOf({ name, settings: app?.settings ?? {} });
      return { mandate: mandate.snapshot, checklist, session, merchant };
    });
    const { mandate, checklist, merchant } = found;
    const consent = presentConsent({ ...found, merchant: merchant.display_name });
    const [parties] = await this.directory.of(customerAppId, [mandate]);
    if (!parties) throw new Error(`the parties of mandate ${mandate.mandateId} are unknown`);
    const { failure } = mandate;
    const body: Authorization['body'] = {
      mandate_id: mandate.mandateId,
      mandate_status: mandate.status,
      recipient_account_id: mandate.recipientAccountId,
      institution_id: mandate.institutionId ?? '',
      auth_checklist: this.view.factors(found),
      encryption_info: await this.encryptionInfo.execute(),
      last_update: lastUpdate(mandate, checklist).toISOString(),
      sender_type: mandate.senderType,
      error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
      mandate_details: mandateBody(mandate, parties).mandate_details,
      recipient: { name: parties.recipient.name },
      consent: { ...consent, statements: [...consent.statements] },
    };
    return { ...found, body };
  }
}

export function lastUpdate(mandate: MandateSnapshot, checklist: Checklist): Date {
  const { updatedAt } = checklist.snapshot;
  return updatedAt > mandate.updatedAt ? updatedAt : mandate.updatedAt;
}
