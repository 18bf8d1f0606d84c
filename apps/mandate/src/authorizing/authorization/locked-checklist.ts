import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import {
  ChecklistsService,
  type ChecklistSecrets,
  type StoredChecklist,
} from '../../mandates/checklists/checklists.service.js';

const FINISH_AFTER_MS = 10_000;

export interface Locked extends StoredChecklist {
  readonly mandate: Mandate;
}

/** A mandate and its checklist, locked until the transaction ends. */
@Injectable()
export class LockedChecklists {
  constructor(
    private readonly mandates: MandatesService,
    private readonly checklists: ChecklistsService,
  ) {}

  async lock(tx: AppTx, mandateId: MandateId): Promise<Locked> {
    return this.of(tx, await this.mandates.getLocked(tx, mandateId));
  }

  /** Without the lock, read-only. */
  async read(tx: AppTx, mandateId: MandateId): Promise<Locked> {
    return this.of(tx, await this.mandates.get(tx, mandateId));
  }

  /**
   * Writes both. A complete checklist is looked after by a job until the bank was asked; of one whose
   * mandate has failed nothing is kept.
   */
  async save(tx: AppTx, locked: Locked, secrets: ChecklistSecrets): Promise<void> {
    const { mandate, checklist } = locked;
    const complete = checklist.isComplete(mandate.snapshot);
    const waits = complete && mandate.status === 'AUTHORIZING';
    const finishAt = waits ? new Date(tx.now.getTime() + FINISH_AFTER_MS) : null;
    const batch = new WriteBatch();
    this.mandates.save(batch, mandate);
    const kept = mandate.status === 'FAILED' ? {} : secrets;
    const { userId } = mandate.snapshot;
    const row = { checklist, secrets: kept, userId, finishAt };
    await this.checklists.save(tx, batch, row);
    tx.write(batch);
  }

  /** For a given mandate, locked or only read. */
  async of(tx: AppTx, mandate: Mandate): Promise<Locked> {
    return { mandate, ...(await this.checklists.of(tx, mandate.snapshot)) };
  }
}
