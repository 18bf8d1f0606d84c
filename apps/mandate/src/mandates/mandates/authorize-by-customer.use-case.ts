import { Injectable } from '@nestjs/common';
import type { MandateResponse } from '@towpath/contracts/mandate';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { CompleteAuthorization } from './complete-authorization.use-case.js';
import type { Mandate, MandateSnapshot } from './mandate.js';
import { mandateNotFound, parseMandateId } from './mandate.errors.js';
import { mandateBody } from './mandate.view.js';
import type { MandateState } from './mandate.transitions.js';
import { CustomerStatements } from './customer-statements.js';
import { PartyDirectory } from './party-directory.js';
import { ChecklistsService } from '../checklists/checklists.service.js';
import { MandateRepository } from './ports.js';
import { StopMandate } from './stop-mandate.js';

interface CustomerStatement {
  readonly enduserConsent: boolean;
}

/** States in which a consent is valid: at the bank, or on the way to it. */
const CONSENTED: readonly MandateState[] = [
  'PROCESSING',
  'READY_TO_SUBMIT',
  'SUBMITTED',
  'SUCCEEDED',
];

/**
 * Records the customer app's statement that it asked the payer, with the answer. A repeat returns
 * the mandate while the earlier statement is valid.
 */
@Injectable()
export class AuthorizeByCustomer {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly directory: PartyDirectory,
    private readonly checklists: ChecklistsService,
    private readonly completeAuthorization: CompleteAuthorization,
    private readonly stop: StopMandate,
    private readonly statements: CustomerStatements,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawMandateId: string,
    statement: CustomerStatement,
  ): Promise<MandateResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const before = await this.look(customerAppId, mandateId, statement);
    // asked for first, so that an answer that cannot be given changes nothing
    const [parties] = await this.directory.of(customerAppId, [before.snapshot]);
    if (!parties) throw mandateNotFound();
    const after = before.stands ? before.snapshot : await this.decide(before.snapshot, statement);
    return mandateBody(after, parties);
  }

  /** The mandate, and whether this very statement decided it. */
  private look(
    customerAppId: CustomerAppId,
    mandateId: MandateId,
    { enduserConsent }: CustomerStatement,
  ): Promise<{ readonly snapshot: MandateSnapshot; readonly stands: boolean }> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.find(tx, mandateId);
      if (!mandate) throw mandateNotFound();
      const { snapshot } = mandate;
      const standing = enduserConsent ? CONSENTED : ['CANCELLED'];
      const stands =
        standing.includes(snapshot.status) &&
        (await this.statements.decided(tx, mandateId)) === enduserConsent;
      return { snapshot, stands };
    });
  }

  /** Of two concurrent equal statements, one decides, and the other finds the decision. */
  private async decide(
    before: MandateSnapshot,
    statement: CustomerStatement,
  ): Promise<MandateSnapshot> {
    try {
      return await (statement.enduserConsent ? this.consent(before) : this.decline(before));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'INVALID_MANDATE_STATUS') throw error;
      const { snapshot, stands } = await this.look(
        before.customerAppId,
        before.mandateId,
        statement,
      );
      if (stands) return snapshot;
      throw error;
    }
  }

  /** Only the customer app knows the payer's origin; the request of its server does not show it. */
  private consent({ customerAppId, mandateId }: MandateSnapshot): Promise<MandateSnapshot> {
    return this.completeAuthorization.execute(customerAppId, mandateId, {
      consent: { givenThrough: 'CUSTOMER_APP', text: null, ipAddress: null, userAgent: null },
      assertReady: (tx, mandate) => this.assertNothingElseOpen(tx, mandate),
    });
  }

  private decline({ customerAppId, mandateId }: MandateSnapshot): Promise<MandateSnapshot> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.stop.lock(tx, mandateId);
      if (!mandate) throw mandateNotFound();
      assertNotBegun(mandate);
      mandate.declineConsent(tx.now);
      await this.stop.save(tx, mandate);
      return mandate.snapshot;
    });
  }

  /**
   * The app may state only the consent; only the payer provides other factors of an institution.
   */
  private async assertNothingElseOpen(tx: AppTx, mandate: Mandate): Promise<void> {
    assertNotBegun(mandate);
    if (!mandate.can('authorize')) return;
    const open = await this.checklists.missingApartFromConsent(tx, mandate.snapshot);
    if (open.length === 0) return;
    throw new DomainError(
      'INVALID_MANDATE_STATUS',
      `The payer has to give more than the consent: ${open.join(', ')}.`,
    );
  }
}

/** Once the payer has begun, the factors of the institution decide, not the word of the app. */
function assertNotBegun({ status }: Mandate): void {
  if (status !== 'AUTHORIZING') return;
  throw new DomainError('INVALID_MANDATE_STATUS', 'The payer is authorizing the mandate.');
}
