import { Injectable } from '@nestjs/common';
import { embeddedError, type MandateAuthResponse } from '@towpath/contracts';
import { Transactions } from '@towpath/persistence';
import type { MandateSnapshot } from '../mandates/domain/mandate.js';
import { mandateBody } from '../mandates/mandate.view.js';
import { PartyDirectory } from '../mandates/ports.js';
import { MandateSessionRepository, type MandateSession } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';
import { ChecklistView } from './checklist.view.js';
import type { Checklist } from './domain/checklist.js';
import { EncryptionInfo } from './encryption-info.query.js';
import { LockedChecklists } from './locked-checklist.js';

export interface Authorization {
  readonly mandate: MandateSnapshot;
  readonly checklist: Checklist;
  readonly session: MandateSession;
  readonly body: MandateAuthResponse;
}

/** What is still to be given, and how to encrypt it. */
@Injectable()
export class GetMandateAuth {
  static readonly errors = ['MANDATE_NOT_FOUND', 'UNAUTHORIZED'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedChecklists,
    private readonly sessions: MandateSessionRepository,
    private readonly directory: PartyDirectory,
    private readonly view: ChecklistView,
    private readonly encryption: EncryptionInfo,
  ) {}

  async execute(caller: SessionCaller): Promise<Authorization> {
    const { customerAppId, appType } = caller;
    const found = await this.transactions.forApp(customerAppId, async (tx) => {
      const { mandate, checklist } = await this.locked.read(tx, caller.mandateId);
      const session = await sessionOf(tx, this.sessions, caller);
      return { mandate: mandate.snapshot, checklist, session };
    });
    const { mandate, checklist } = found;
    const [parties] = await this.directory.of(customerAppId, [mandate]);
    if (!parties) throw new Error(`the parties of mandate ${mandate.mandateId} are unknown`);
    const { failure } = mandate;
    const body: MandateAuthResponse = {
      mandate_id: mandate.mandateId,
      mandate_status: mandate.status,
      recipient_account_id: mandate.recipientAccountId,
      institution_id: mandate.institutionId ?? '',
      auth_checklist: this.view.factors({ ...found, appType }),
      encryption_info: await this.encryption.execute(),
      last_update: lastUpdate(mandate, checklist).toISOString(),
      sender_type: mandate.senderType,
      error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
      mandate_details: mandateBody(mandate, parties).mandate_details,
      recipient: { name: parties.recipient.name },
    };
    return { ...found, body };
  }
}

export function lastUpdate(mandate: MandateSnapshot, checklist: Checklist): Date {
  const { updatedAt } = checklist.snapshot;
  return updatedAt > mandate.updatedAt ? updatedAt : mandate.updatedAt;
}
