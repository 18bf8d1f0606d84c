import { Injectable } from '@nestjs/common';
import { DomainError, plusMs, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import {
  InstitutionsReads,
  type InstitutionFilters,
  type PayerInstitution,
} from '../../banks/institutions/institutions.reads.js';
import {
  ChecklistsService,
  type ChecklistSecrets,
  type StoredChecklist,
} from '../../mandates/checklists/checklists.service.js';
import type { Mandate, MandateFailure, MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import { fixedInstitution, offeredTo } from '../sessions/customizations.js';
import type { MandateSession } from '../sessions/session.table.js';
import { SessionsService, type SessionCaller } from '../sessions/sessions.service.js';
import { LOGIN_REFUSALS, type LoginOutcome } from '../institutions/institution-login.js';

const FINISH_AFTER_MS = 10_000;

/** A mandate and what its payer has given for it. */
export interface Authorization extends StoredChecklist {
  readonly mandate: Mandate;
}

export interface PayerAuthorization extends Authorization {
  readonly session: MandateSession;
}

interface InstitutionChoice {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly mandateId: MandateId;
}

/** Payers choose an institution and give what it requires. */
@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly db: Transactions,
    private readonly mandates: MandatesService,
    private readonly checklists: ChecklistsService,
    private readonly sessions: SessionsService,
    private readonly institutions: InstitutionsReads,
  ) {}

  /** Both are locked until the transaction ends. */
  async lock(tx: AppTx, mandateId: MandateId): Promise<Authorization> {
    return this.of(tx, await this.mandates.getLocked(tx, mandateId));
  }

  /** With the session of the payer. Throws UNAUTHORIZED if it has ended. */
  async lockFor(tx: AppTx, payer: SessionCaller): Promise<PayerAuthorization> {
    const found = await this.lock(tx, payer.mandateId);
    return { ...found, session: await this.sessions.of(tx, payer) };
  }

  /** Without the lock, read-only. */
  async read(tx: AppTx, mandateId: MandateId): Promise<Authorization> {
    return this.of(tx, await this.mandates.get(tx, mandateId));
  }

  /** For a given mandate, locked or only read. */
  async of(tx: AppTx, mandate: Mandate): Promise<Authorization> {
    return { mandate, ...(await this.checklists.of(tx, mandate.snapshot)) };
  }

  /**
   * Writes both. A job watches a complete checklist until the bank was asked; of one whose mandate
   * has failed nothing is kept.
   */
  async save(
    tx: AppTx,
    { mandate, checklist }: Authorization,
    secrets: ChecklistSecrets,
  ): Promise<void> {
    const waits = checklist.isComplete(mandate.snapshot) && mandate.status === 'AUTHORIZING';
    const batch = new WriteBatch();
    this.mandates.save(batch, mandate);
    await this.checklists.save(tx, batch, {
      checklist,
      secrets: mandate.status === 'FAILED' ? {} : secrets,
      userId: mandate.snapshot.userId,
      finishAt: waits ? plusMs(tx.now, FINISH_AFTER_MS) : null,
    });
    tx.write(batch);
  }

  /** Nothing is kept of what the payer gave. No effect unless the payer is authorizing it. */
  async fail(tx: AppTx, mandateId: MandateId, failure: MandateFailure): Promise<void> {
    const found = await this.lock(tx, mandateId);
    if (found.mandate.status !== 'AUTHORIZING') return;
    found.mandate.fail(tx.now, failure);
    await this.save(tx, found, {});
  }

  /**
   * Records the payer's bank, which determines the required factors, and whether a person or a
   * company pays. Checks the ID against the link's offer, because the payer may have it from another
   * source than the list.
   */
  async choose(payer: SessionCaller, institutionId: string): Promise<void> {
    const filters = await this.db.forApp(
      payer.customerAppId,
      async (tx) => {
        const { mandate } = await this.read(tx, payer.mandateId);
        const { customizations } = await this.sessions.of(tx, payer);
        return offeredTo(mandate.snapshot, customizations);
      },
      { readOnly: true },
    );
    await this.record(payer, await this.offered(payer.appType, institutionId, filters));
  }

  /**
   * Chosen by the customer app before the page opens, or determined by the paying account; the
   * payer's own choice stays.
   */
  async chooseFirst(
    choice: InstitutionChoice,
    { asked, filters }: { readonly asked: string | null; readonly filters: InstitutionFilters },
  ): Promise<void> {
    const { customerAppId, appType, mandateId } = choice;
    if (asked !== null) await this.offered(appType, asked, filters);
    const first = await this.db.forApp(
      customerAppId,
      async (tx) => {
        const { mandate, checklist } = await this.read(tx, mandateId);
        const { institutionId, senderAccountId } = mandate.snapshot;
        if (checklist.snapshot.institution) return null;
        return senderAccountId === null ? (asked ?? institutionId) : institutionId;
      },
      { readOnly: true },
    );
    if (first !== null) await this.record(choice, await this.offered(appType, first, null));
  }

  /**
   * Records the outcome of a login on the institution's own page. A repeated or late return never
   * changes a decision.
   */
  async recordLogin(
    { customerAppId, mandateId, usedBy }: MandateSession,
    { institutionId, outcome }: { readonly institutionId: string; readonly outcome: LoginOutcome },
  ): Promise<void> {
    await this.db.forApp(customerAppId, async (tx) => {
      const found = await this.lock(tx, mandateId);
      const { mandate, checklist, secrets } = found;
      const { institution, submitted } = checklist.snapshot;
      const isOpen =
        mandate.status === 'AUTHORIZATION_REQUIRED' || mandate.status === 'AUTHORIZING';
      if (!isOpen || submitted.ACCOUNTHOLDER_AUTHENTICATION) return;
      if (institution?.institutionId !== institutionId) return;
      if (mandate.can('beginAuthorization')) mandate.move('beginAuthorization', tx.now);
      const refusal = LOGIN_REFUSALS[outcome];
      if (refusal?.isFinal) mandate.fail(tx.now, refusal.failure);
      else if (outcome !== 'ACCEPTED') {
        mandate.move('interruptAuthorization', tx.now, refusal?.failure.code ?? outcome);
      } else checklist.submit('ACCOUNTHOLDER_AUTHENTICATION', { at: tx.now, by: usedBy });
      await this.save(tx, found, secrets);
    });
  }

  private async record(choice: InstitutionChoice, institution: PayerInstitution): Promise<void> {
    const { institutionId, userType: senderType } = institution;
    await this.db.forApp(choice.customerAppId, async (tx) => {
      const found = await this.lock(tx, choice.mandateId);
      const { mandate, checklist, secrets } = found;
      mandate.assertAuthorizable();
      assertMayPay(institution, mandate.snapshot);
      if (checklist.snapshot.institution && checklist.isComplete(mandate.snapshot)) {
        throw new DomainError('INVALID_MANDATE_STATUS', 'Everything was submitted already.');
      }
      if (!checklist.choose(institution, tx.now)) return;
      // a limit of the payer's own was part of the consent, which is taken back too
      mandate.learn({ institutionId, senderType, payerMaxAmount: null }, tx.now);
      const { identification } = secrets;
      await this.save(tx, found, identification ? { identification } : {});
    });
  }

  private async offered(
    appType: 'TEST' | 'LIVE',
    institutionId: string,
    filters: InstitutionFilters | null,
  ): Promise<PayerInstitution> {
    const institution = await this.institutions.find(appType, institutionId);
    if (!institution) {
      throw new DomainError('INSTITUTION_NOT_FOUND', 'There is no institution with this ID.');
    }
    if (!institution.simulated || !institution.takesMandates) {
      throw new DomainError(
        'INSTITUTION_NOT_CONNECTED',
        'Mandates cannot be set up at this institution yet.',
      );
    }
    if (filters && !(await this.institutions.allows(appType, institutionId, filters))) {
      throw new DomainError('INSTITUTION_NOT_FOUND', 'The link does not offer this institution.');
    }
    return institution;
  }
}

function assertMayPay(
  { institutionId, currencies }: PayerInstitution,
  mandate: MandateSnapshot,
): void {
  if (!currencies.includes(mandate.currency)) {
    throw new DomainError(
      'CURRENCY_MISMATCH',
      `The institution keeps no accounts in ${mandate.currency}.`,
    );
  }
  const fixed = fixedInstitution(mandate);
  if (fixed !== null && fixed !== institutionId) {
    throw new DomainError(
      'INVALID_REQUEST',
      'institution_id must be that of the account that pays: it is known already.',
    );
  }
}
