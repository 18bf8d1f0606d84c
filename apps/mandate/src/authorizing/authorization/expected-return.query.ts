import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { CustomerAppViews, Transactions } from '@towpath/persistence';
import { MandateSessionRepository, type MandateSession } from '../sessions/ports.js';
import { SignedText } from '../sessions/signed-text.js';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { LockedChecklists } from './locked-checklist.js';
import { loginPurpose, returnPurpose } from './way-to-institution.js';

interface ExpectedReturn {
  readonly session: MandateSession;
  readonly mandate: MandateSnapshot;
  readonly institutionId: string;
  readonly appType: 'TEST' | 'LIVE';
}

const PURPOSES = { login: loginPurpose, return: returnPurpose } as const;

/**
 * Finds the session of a redirect to or from an institution. Throws INVALID_REQUEST for an invalid
 * one.
 */
@Injectable()
export class FindExpectedReturn {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppViews,
    private readonly signed: SignedText,
    private readonly sessions: MandateSessionRepository,
    private readonly locked: LockedChecklists,
  ) {}

  async execute(state: string, way: keyof typeof PURPOSES): Promise<ExpectedReturn> {
    const subject = this.signed.subjectOf(state);
    const app = subject && (await this.apps.get(subject.customerAppId));
    if (!subject || !app) throw unknownState();
    return this.transactions.forApp(subject.customerAppId, async (tx) => {
      const session = await this.sessions.find(tx, subject.sessionId);
      if (!session) throw unknownState();
      const { mandate } = await this.locked.read(tx, session.mandateId);
      const { institutionId } = mandate.snapshot;
      if (institutionId === null) throw unknownState();
      const purpose = PURPOSES[way](session, { institutionId });
      if (!this.signed.proves(state, purpose)) throw unknownState();
      return { session, mandate: mandate.snapshot, institutionId, appType: app.appType };
    });
  }
}

export function unknownState(): DomainError {
  return new DomainError('INVALID_REQUEST', 'state is not one that is waited for.');
}
