import { Injectable } from '@nestjs/common';
import type { MandateResponse } from '@towpath/contracts';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { CompleteAuthorization } from './complete-authorization.use-case.js';
import type { MandateSnapshot } from './domain/mandate.js';
import { mandateNotFound, parseMandateId } from './mandate.errors.js';
import { mandateBody } from './mandate.view.js';
import { MandateRepository, PartyDirectory } from './ports.js';

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
    private readonly complete: CompleteAuthorization,
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
    assertNotBegun(before.snapshot);
    const after = enduserConsent
      ? await this.consent(before.snapshot)
      : await this.decline(before.snapshot);
    return mandateBody(after, parties);
  }

  /** Where the payer was, only the customer app knows: a request of its server tells nothing. */
  private consent({ customerAppId, mandateId }: MandateSnapshot): Promise<MandateSnapshot> {
    return this.complete.execute(customerAppId, mandateId, {
      givenThrough: 'CUSTOMER_APP',
      text: null,
      ipAddress: null,
      userAgent: null,
    });
  }

  private decline({ customerAppId, mandateId }: MandateSnapshot): Promise<MandateSnapshot> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.lock(tx, mandateId);
      if (!mandate) throw mandateNotFound();
      mandate.declineConsent(tx.now);
      const batch = new WriteBatch();
      this.mandates.save(batch, mandate);
      await tx.write(batch);
      return mandate.snapshot;
    });
  }
}

/** Once the payer has begun, the factors of the institution decide, not the word of the app. */
function assertNotBegun({ status }: MandateSnapshot): void {
  if (status !== 'AUTHORIZING') return;
  throw new DomainError('INVALID_MANDATE_STATUS', 'The payer is authorizing the mandate.');
}
