import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import type {
  InstitutionFilters,
  PayerInstitution,
} from '../../banks/institutions/institutions.reads.js';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { fixedInstitution, offeredTo } from '../sessions/customizations.js';
import { MandateSessionRepository } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';
import { LockedChecklists } from './locked-checklist.js';

interface InstitutionChoice {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly mandateId: MandateId;
}

/**
 * Records the payer's bank, which determines the required factors, and whether a person or a
 * company pays.
 */
@Injectable()
export class SelectInstitution {
  constructor(
    private readonly transactions: Transactions,
    private readonly directory: InstitutionsReads,
    private readonly locked: LockedChecklists,
    private readonly sessions: MandateSessionRepository,
  ) {}

  /**
   * Checks the ID against the link's offer, because the payer may have it from another source than
   * the list.
   */
  async execute(payer: SessionCaller, institutionId: string): Promise<void> {
    const filters = await this.transactions.forApp(payer.customerAppId, async (tx) => {
      const { mandate } = await this.locked.read(tx, payer.mandateId);
      const { customizations } = await sessionOf(tx, this.sessions, payer);
      return offeredTo(mandate.snapshot, customizations);
    });
    await this.choose(payer, await this.offered(payer.appType, institutionId, filters));
  }

  private async choose(choice: InstitutionChoice, institution: PayerInstitution): Promise<void> {
    const { institutionId } = institution;
    await this.transactions.forApp(choice.customerAppId, async (tx) => {
      const found = await this.locked.lock(tx, choice.mandateId);
      const { mandate, checklist, secrets } = found;
      mandate.assertAuthorizable();
      assertMayPay(institution, mandate.snapshot);
      if (checklist.snapshot.institution && checklist.isComplete(mandate.snapshot)) {
        throw new DomainError('INVALID_MANDATE_STATUS', 'Everything was submitted already.');
      }
      if (!checklist.choose(institution, tx.now)) return;
      const senderType = institution.userType;
      // a limit of the payer's own was part of the consent, which is taken back too
      mandate.learn({ institutionId, senderType, payerMaxAmount: null }, tx.now);
      const { identification } = secrets;
      await this.locked.save(tx, found, identification ? { identification } : {});
    });
  }

  /**
   * Chosen by the customer app before the page opens, or determined by the paying account; the
   * payer's own choice stays.
   */
  async before(
    choice: InstitutionChoice,
    { asked, filters }: { readonly asked: string | null; readonly filters: InstitutionFilters },
  ): Promise<void> {
    const { customerAppId, appType, mandateId } = choice;
    if (asked !== null) await this.offered(appType, asked, filters);
    const first = await this.transactions.forApp(customerAppId, async (tx: AppTx) => {
      const { mandate, checklist } = await this.locked.read(tx, mandateId);
      const { institutionId, senderAccountId } = mandate.snapshot;
      if (checklist.snapshot.institution) return null;
      return senderAccountId === null ? (asked ?? institutionId) : institutionId;
    });
    if (first !== null) await this.choose(choice, await this.offered(appType, first, null));
  }

  private async offered(
    appType: 'TEST' | 'LIVE',
    institutionId: string,
    filters: InstitutionFilters | null,
  ): Promise<PayerInstitution> {
    const institution = await this.directory.find(appType, institutionId);
    if (!institution) {
      throw new DomainError('INSTITUTION_NOT_FOUND', 'There is no institution with this ID.');
    }
    if (!institution.simulated || !institution.takesMandates) {
      throw new DomainError(
        'INSTITUTION_NOT_CONNECTED',
        'Mandates cannot be set up at this institution yet.',
      );
    }
    if (filters && !(await this.directory.allows(appType, institutionId, filters))) {
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
