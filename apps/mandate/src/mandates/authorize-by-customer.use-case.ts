import { Injectable } from '@nestjs/common';
import type { MandateResponse } from '@towpath/contracts';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { CompleteAuthorization } from './complete-authorization.use-case.js';
import type { Mandate, MandateSnapshot } from './domain/mandate.js';
import { mandateNotFound, parseMandateId } from './mandate.errors.js';
import { mandateBody } from './mandate.view.js';
import { MandateRepository, PartyDirectory, PayerChecklists } from './ports.js';
import { StopMandate } from './stop-mandate.js';

export interface CustomerStatement {
  readonly enduserConsent: boolean;
}

/** The customer app states that it asked the end-user itself, and what the answer was. */
@Injectable()
export class AuthorizeByCustomer {
  static readonly errors = [
    'MANDATE_NOT_FOUND',
    'INVALID_MANDATE_STATUS',
    'MANDATE_NOT_IN_VALIDITY_PERIOD',
  ] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly directory: PartyDirectory,
    private readonly checklists: PayerChecklists,
    private readonly complete: CompleteAuthorization,
    private readonly stop: StopMandate,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawMandateId: string,
    { enduserConsent }: CustomerStatement,
  ): Promise<MandateResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const before = await this.transactions.forApp(customerAppId, (tx) =>
      this.mandates.find(tx, mandateId),
    );
    if (!before) throw mandateNotFound();
    // asked for first, so that an answer that cannot be given changes nothing
    const [parties] = await this.directory.of(customerAppId, [before.snapshot]);
    if (!parties) throw mandateNotFound();
    const after = enduserConsent
      ? await this.consent(before.snapshot)
      : await this.decline(before.snapshot);
    return mandateBody(after, parties);
  }

  /** Where the payer was, only the customer app knows: a request of its server tells nothing. */
  private consent({ customerAppId, mandateId }: MandateSnapshot): Promise<MandateSnapshot> {
    return this.complete.execute(customerAppId, mandateId, {
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

  /** The app speaks for the consent alone: what an institution asks for, only the payer gives. */
  private async assertNothingElseOpen(tx: AppTx, mandate: Mandate): Promise<void> {
    assertNotBegun(mandate);
    if (!mandate.can('authorize')) return;
    const open = await this.checklists.openBesideConsent(tx, mandate);
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
