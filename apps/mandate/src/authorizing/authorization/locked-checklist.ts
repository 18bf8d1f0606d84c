import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import { mandateNotFound } from '../../mandates/mandates/mandate.errors.js';
import { MandateRepository } from '../../mandates/mandates/ports.js';
import { contextOf } from './checklist.view.js';
import { Checklist } from './domain/checklist.js';
import { ChecklistRepository } from './persistence/checklist.repository.js';
import type { ChecklistSecrets } from './ports.js';

const FINISH_AFTER_MS = 10_000;

export interface Locked {
  readonly mandate: Mandate;
  readonly checklist: Checklist;
  readonly secrets: ChecklistSecrets;
  readonly stored: boolean;
}

/** A mandate and its checklist, locked until the transaction ends. */
@Injectable()
export class LockedChecklists {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly checklists: ChecklistRepository,
  ) {}

  async lock(tx: AppTx, mandateId: MandateId): Promise<Locked> {
    return this.of(tx, known(await this.mandates.lock(tx, mandateId)));
  }

  /** Without the lock, read-only. */
  async read(tx: AppTx, mandateId: MandateId): Promise<Locked> {
    return this.of(tx, known(await this.mandates.find(tx, mandateId)));
  }

  /**
   * Writes both. A complete checklist is looked after by a job until the bank was asked; of one whose
   * mandate has failed nothing is kept.
   */
  async save(tx: AppTx, locked: Locked, secrets: ChecklistSecrets): Promise<void> {
    const { mandate, checklist, stored } = locked;
    const complete = checklist.isComplete(contextOf(mandate.snapshot));
    const waits = complete && mandate.status === 'AUTHORIZING';
    const finishAt = waits ? new Date(tx.now.getTime() + FINISH_AFTER_MS) : null;
    const batch = new WriteBatch();
    this.mandates.save(batch, mandate);
    const kept = mandate.status === 'FAILED' ? {} : secrets;
    const { userId } = mandate.snapshot;
    const row = { checklist, secrets: kept, stored, userId, finishAt };
    await this.checklists.save(tx, batch, row);
    tx.write(batch);
  }

  /** For a given mandate, locked or only read. */
  async of(tx: AppTx, mandate: Mandate): Promise<Locked> {
    const found = await this.checklists.find(tx, mandate.snapshot);
    if (found) return { mandate, ...found };
    const checklist = Checklist.of(mandate.snapshot, mandate.snapshot.updatedAt);
    return { mandate, checklist, secrets: {}, stored: false };
  }
}

function known(mandate: Mandate | null): Mandate {
  if (!mandate) throw mandateNotFound();
  return mandate;
}
