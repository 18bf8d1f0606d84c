import { Injectable } from '@nestjs/common';
import type { MandateResponse, TestMandateDecision } from '@towpath/contracts/mandate';
import { clockOf, notSimulated } from '@towpath/http';
import { DomainError, refusalOf, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import { BankRefused, BankUnavailable, isSimulated } from '../../banks/direct-debit/ports.js';
import { ChecklistsService } from '../checklists/checklists.service.js';
import type { ConsentGiven } from '../consents/consents.service.js';
import {
  LINK_GONE,
  mandateNotFound,
  parseMandateId,
  type Mandate,
  type MandateSnapshot,
} from '../mandates/mandate.js';
import type { MandateState } from '../mandates/mandate.transitions.js';
import { MandatesReads, mandateBody } from '../mandates/mandates.reads.js';
import { MandatesService } from '../mandates/mandates.service.js';
import { SubmissionConversation } from '../submissions/submission.conversation.js';
import { PartiesService } from '../parties/parties.service.js';

interface Completion {
  readonly consent: ConsentGiven;
  /**
   * Throws if the mandate may not be completed in this way. It is called before other services, so
   * that a refusal changes nothing, and again under the lock of the mandate, where it decides.
   */
  assertReady(tx: AppTx, mandate: Mandate): Promise<void>;
}

const TEST_DECISIONS = { SUCCEEDED: 'accept', FAILED: 'reject', REVOKED: 'revoke' } as const;

/** States in which a consent is valid: at the bank, or on the way to it. */
const CONSENTED: readonly MandateState[] = [
  'PROCESSING',
  'READY_TO_SUBMIT',
  'SUBMITTED',
  'SUCCEEDED',
];

/** Only the customer app knows the payer's origin; the request of its server does not show it. */
const BY_CUSTOMER: ConsentGiven = {
  givenThrough: 'CUSTOMER_APP',
  text: null,
  ipAddress: null,
  userAgent: null,
};

/** Decisions about a mandate of which its bank is notified at once. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly db: Transactions,
    private readonly mandates: MandatesService,
    private readonly reads: MandatesReads,
    private readonly submissions: SubmissionConversation,
    private readonly parties: PartiesService,
    private readonly checklists: ChecklistsService,
    private readonly banks: DirectDebitRegistry,
  ) {}

  /**
   * Every factor is satisfied: the mandate goes to its bank. The draft of a payment link asks the
   * link first; one that the link no longer waits for is closed instead. Returns the mandate after
   * the call to its bank, as far as the bank answered.
   */
  async complete(
    app: CustomerAppId,
    mandateId: MandateId,
    { consent, assertReady }: Completion,
  ): Promise<MandateSnapshot> {
    const draft = await this.db.forApp(app, async (tx) => {
      const found = await this.mandates.get(tx, mandateId);
      await assertReady(tx, found);
      return found.snapshot;
    });
    if (!(await this.parties.isAwaited(draft))) {
      await this.abandon(app, mandateId, LINK_GONE.explanation);
      throw new DomainError('INVALID_MANDATE_STATUS', LINK_GONE.explanation);
    }
    await this.db.forApp(app, async (tx) => {
      const mandate = await this.mandates.getLocked(tx, mandateId);
      await assertReady(tx, mandate);
      await this.mandates.authorize(tx, mandate, consent);
    });
    await this.submissions.start(app, mandateId);
    return this.find(app, mandateId);
  }

  /**
   * Records the customer app's statement that it asked the payer, with the answer. A repeat returns
   * the mandate while the earlier statement is valid.
   */
  async state(
    app: CustomerAppId,
    rawMandateId: string,
    isConsent: boolean,
  ): Promise<MandateResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const before = await this.stated(app, mandateId, isConsent);
    // Asked for first, so that an answer that cannot be given changes nothing.
    const [parties] = await this.parties.of(app, [before.snapshot]);
    if (!parties) throw mandateNotFound();
    const after = before.isValid
      ? before.snapshot
      : await this.decideOnce(app, mandateId, isConsent);
    return mandateBody(after, parties);
  }

  /** The customer app cancels the payment method of a mandate. A repeat finds it cancelled. */
  async cancel(app: CustomerAppId, rawMandateId: string): Promise<MandateSnapshot> {
    const mandateId = parseMandateId(rawMandateId);
    const cancelled = await this.db.forApp(app, async (tx) => {
      const mandate = await this.mandates.getLocked(tx, mandateId);
      if (mandate.status !== 'CANCELLED') {
        mandate.move('cancel', tx.now);
        await this.mandates.saveEnded(tx, mandate);
      }
      return mandate.snapshot;
    });
    await this.submissions.start(app, mandateId);
    return cancelled;
  }

  /** What `cancel` would end; nothing changes. */
  weighCancel(app: CustomerAppId, rawMandateId: string) {
    const mandateId = parseMandateId(rawMandateId);
    return this.db.forApp(app, async (tx) => {
      const mandate = await this.mandates.getLocked(tx, mandateId);
      const { snapshot } = mandate;
      return { mandate: snapshot, refusal: refusalOf(() => mandate.move('cancel', tx.now)) };
    });
  }

  /** A payment link gives up its mandate; repeatable. */
  async abandon(
    app: CustomerAppId,
    rawMandateId: string,
    reason: string | null,
  ): Promise<MandateSnapshot> {
    const mandateId = parseMandateId(rawMandateId);
    const mandate = await this.db.forApp(app, (tx) =>
      this.mandates.abandon(tx, mandateId, { reason }),
    );
    if (!mandate) throw mandateNotFound();
    await this.submissions.start(app, mandateId);
    return mandate.snapshot;
  }

  /**
   * Simulates the payer and the payer's bank: it sends the decision to the bank, then asks as after
   * a call-back. A repeat finds the decided mandate.
   */
  async decideForTest(
    app: CustomerAppId,
    rawMandateId: string,
    decision: TestMandateDecision,
  ): Promise<MandateResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const before = await this.find(app, mandateId);
    if (before.status !== decision) {
      await this.tellBank(before, decision);
      await this.submissions.start(app, mandateId);
    }
    const after = await this.find(app, mandateId);
    if (after.status !== decision) throw refused(after, decision);
    return this.reads.get(app, rawMandateId);
  }

  /** The mandate, and whether this very statement decided it. */
  private stated(app: CustomerAppId, mandateId: MandateId, isConsent: boolean) {
    return this.db.forApp(
      app,
      async (tx) => {
        const { snapshot } = await this.mandates.get(tx, mandateId);
        const valid: readonly MandateState[] = isConsent ? CONSENTED : ['CANCELLED'];
        const isValid =
          valid.includes(snapshot.status) && (await this.reads.stated(tx, mandateId)) === isConsent;
        return { snapshot, isValid };
      },
      { readOnly: true },
    );
  }

  /** Of two concurrent equal statements, one decides, and the other finds the decision. */
  private async decideOnce(
    app: CustomerAppId,
    mandateId: MandateId,
    isConsent: boolean,
  ): Promise<MandateSnapshot> {
    try {
      return await (isConsent
        ? this.complete(app, mandateId, {
            consent: BY_CUSTOMER,
            assertReady: (tx, mandate) => this.assertNothingElseOpen(tx, mandate),
          })
        : this.decline(app, mandateId));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'INVALID_MANDATE_STATUS') throw error;
      const { snapshot, isValid } = await this.stated(app, mandateId, isConsent);
      if (isValid) return snapshot;
      throw error;
    }
  }

  private decline(app: CustomerAppId, mandateId: MandateId): Promise<MandateSnapshot> {
    return this.db.forApp(app, async (tx) => {
      const mandate = await this.mandates.getLocked(tx, mandateId);
      assertNotBegun(mandate);
      mandate.move('declineConsent', tx.now);
      await this.mandates.saveEnded(tx, mandate);
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

  private async tellBank(mandate: MandateSnapshot, decision: TestMandateDecision): Promise<void> {
    const { customerAppId, mandateId, status } = mandate;
    const submission = await this.db.forApp(
      customerAppId,
      (tx) => this.mandates.submission(tx, mandateId),
      { readOnly: true },
    );
    const expected = decision === 'REVOKED' ? 'SUCCEEDED' : 'SUBMITTED';
    const { integrationId = null, connector = null, reference = '' } = submission?.snapshot ?? {};
    if (connector && clockOf(connector) === 'real') throw notSimulated('mandate', { connector });
    if (status !== expected) throw refused(mandate, decision);
    const bank = this.banks.find({ appType: 'TEST', integrationId, connector });
    if (!bank || !isSimulated(bank)) throw refused(mandate, decision);
    try {
      await bank.decideMandate(
        { reference, customerAppId },
        { decision: TEST_DECISIONS[decision] },
      );
    } catch (error) {
      if (error instanceof BankRefused) throw refused(mandate, decision);
      if (!(error instanceof BankUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated bank does not answer.');
    }
  }

  private async find(app: CustomerAppId, mandateId: MandateId): Promise<MandateSnapshot> {
    const mandate = await this.db.forApp(app, (tx) => this.mandates.get(tx, mandateId), {
      readOnly: true,
    });
    return mandate.snapshot;
  }
}

/** Once the payer has begun, the factors of the institution decide, not the statement of the app. */
function assertNotBegun({ status }: Mandate): void {
  if (status !== 'AUTHORIZING') return;
  throw new DomainError('INVALID_MANDATE_STATUS', 'The payer is authorizing the mandate.');
}

function refused({ status }: MandateSnapshot, decision: TestMandateDecision): DomainError {
  return new DomainError(
    'INVALID_MANDATE_STATUS',
    `The bank cannot decide ${decision} on a mandate that is ${status}.`,
  );
}
