import { Injectable } from '@nestjs/common';
import type { MandateId, PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import {
  byKey,
  DecryptionFailed,
  Encryption,
  PersonalDataErased,
  PersonalDataVault,
  type AppTx,
  type WriteBatch,
} from '@towpath/persistence';
import { CHECKLIST_DATA_KEY } from '../../persistence/key-purposes.js';
import { Checklist, type ChecklistContext } from './checklist.js';
import { checklists, type ChecklistRow } from './checklist.table.js';

/** Input of a payer that only the bank, or the evidence of the consent, needs. */
export interface ChecklistSecrets {
  readonly account?: {
    /** The ID that the account gets where accounts are kept. */
    readonly accountId: PaymentAccountId;
    readonly number: string;
    readonly holder: string;
  };
  readonly identification?: { readonly detailsType: string; readonly values: readonly string[] };
  readonly consent?: {
    readonly givenThrough: 'CUSTOMER_APP' | 'SERVICE_LINK';
    /** The text that the payer read; null if the customer app used its own words. */
    readonly text: {
      readonly version: string;
      readonly language: string;
      readonly sha256: string;
    } | null;
    readonly ipAddress: string | null;
    readonly userAgent: string | null;
    /** ISO 8601, on the app's clock. */
    readonly givenAt: string;
  };
}

/** The mandate of a checklist. Secrets are encrypted with the key of its payer. */
interface ChecklistMandate
  extends ChecklistContext, Pick<ChecklistRow, 'customerAppId' | 'mandateId' | 'updatedAt'> {
  readonly userId: PaymentUserId;
}

export interface StoredChecklist {
  readonly checklist: Checklist;
  readonly secrets: ChecklistSecrets;
}

/** What payers have given for mandates. The lock of the mandate protects the row: take it first. */
@Injectable()
export class ChecklistsService {
  constructor(
    private readonly encryption: Encryption,
    private readonly vault: PersonalDataVault,
  ) {}

  /** Without secrets once the payer was erased. */
  async of(tx: AppTx, mandate: ChecklistMandate): Promise<StoredChecklist> {
    const row = await checklists.find(tx, { mandateId: mandate.mandateId });
    if (!row) return { checklist: Checklist.of(mandate), secrets: {} };
    const secrets = row.sealed ? await this.opened(tx, row.sealed, mandate) : {};
    return { checklist: Checklist.restore(row), secrets };
  }

  /** Required factors that are still open, apart from the consent. */
  async missingApartFromConsent(tx: AppTx, mandate: ChecklistMandate): Promise<readonly string[]> {
    const { checklist } = await this.of(tx, mandate);
    return checklist.missing(mandate).filter((type) => type !== 'ENDUSER_CONSENT');
  }

  /**
   * `finishAt`: when a job checks that a full checklist was completed; null if it need not. Secrets
   * of an erased payer are not stored.
   */
  async save(
    tx: AppTx,
    batch: WriteBatch,
    saved: StoredChecklist & {
      readonly userId: PaymentUserId;
      readonly finishAt: Date | null;
    },
  ): Promise<void> {
    const { checklist, secrets, userId, finishAt } = saved;
    const { snapshot } = checklist;
    const sealed = await this.sealed(tx, secrets, { ...snapshot, userId });
    const row = { ...snapshot, sealed, finishAt };
    if (checklist.isStored) checklists.update(batch, row);
    else checklists.insert(batch, row);
  }

  /** Deletes the secrets, and the due completion. */
  async empty(tx: AppTx, mandateId: MandateId): Promise<void> {
    await tx.query(
      byKey(`UPDATE mandate_checklists SET sealed = NULL, finish_at = NULL, updated_at = $3
       WHERE customer_app_id = $1 AND mandate_id = $2
         AND (sealed IS NOT NULL OR finish_at IS NOT NULL)`),
      [tx.customerApp.id, mandateId, tx.now],
    );
  }

  private async opened(tx: AppTx, sealed: Buffer, owner: Owner): Promise<ChecklistSecrets> {
    const { mandateId, userId } = owner;
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    const context = contextOf(mandateId);
    try {
      if (key) return JSON.parse(key.decrypt(context, sealed)) as ChecklistSecrets;
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
    }
    // Rows of earlier versions, at most 30 days old, are under the key of the service.
    try {
      const text = this.encryption.decrypt(CHECKLIST_DATA_KEY, sealed, context);
      return JSON.parse(text) as ChecklistSecrets;
    } catch (error) {
      // under the key of a payer who was erased meanwhile
      if (!key && error instanceof DecryptionFailed) return {};
      throw error;
    }
  }

  private async sealed(
    tx: AppTx,
    secrets: ChecklistSecrets,
    { mandateId, userId }: Owner,
  ): Promise<Buffer | null> {
    if (Object.keys(secrets).length === 0) return null;
    try {
      const key = await this.vault.keyFor(tx, userId);
      return key.encrypt(contextOf(mandateId), { text: JSON.stringify(secrets) });
    } catch (error) {
      if (error instanceof PersonalDataErased) return null;
      throw error;
    }
  }
}

type Owner = Pick<ChecklistMandate, 'mandateId' | 'userId'>;

/** A ciphertext that is moved to another mandate is refused. */
function contextOf(mandateId: string): string {
  return `mandate_checklists.sealed ${mandateId}`;
}
