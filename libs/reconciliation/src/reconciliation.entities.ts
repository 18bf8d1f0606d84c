import type { BookDifferenceKind, BookSum, SettledLine } from './books/index.js';
import type { EntityClass } from '@towpath/persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'reconciliations_pkey' };

@Entity('reconciliations')
class ReconciliationEntity {
  @PrimaryColumn('text', KEY) customer_app_id: string;
  @PrimaryColumn('text', KEY) app_type: 'TEST' | 'LIVE';
  @PrimaryColumn('text', KEY) integration_id: string;
  /** Payments that we executed before this instant are not compared. */
  @Column('timestamptz') started_at: Date;
  /** Settlements before this instant were read. */
  @Column('timestamptz') settled_until: Date;
  @Column('timestamptz') due_at: Date;
}

const ENTRY_KEY = { primaryKeyConstraintName: 'settled_entries_pkey' };

@Entity('settled_entries')
@Index('settled_entries_subject', ['customer_app_id', 'app_type', 'integration_id', 'subject'])
class SettledEntryEntity {
  @PrimaryColumn('text', ENTRY_KEY) customer_app_id: string;
  @PrimaryColumn('text', ENTRY_KEY) app_type: 'TEST' | 'LIVE';
  @PrimaryColumn('text', ENTRY_KEY) integration_id: string;
  @PrimaryColumn('text', ENTRY_KEY) entry_id: string;
  /** The payment; or the reference, where the list names none. */
  @Column('text') subject: string;
  @Column('text') reference: string;
  @Column('text') kind: string;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('timestamptz') settled_at: Date;
  @Column('timestamptz') read_at: Date;
}

const DIFFERENCE_KEY = { primaryKeyConstraintName: 'reconciliation_differences_pkey' };

@Entity('reconciliation_differences')
export class ReconciliationDifferenceEntity {
  @PrimaryColumn('text', DIFFERENCE_KEY) customer_app_id: string;
  @PrimaryColumn('text', DIFFERENCE_KEY) difference_id: string;
  @Column('text') app_type: 'TEST' | 'LIVE';
  @Column('text') integration_id: string;
  @Column('text') subject: string;
  @Column('text') side: string;
  @Column('text') kind: BookDifferenceKind;
  /** The sums when the difference was found. */
  @Column('jsonb') ours: BookSum[];
  @Column('jsonb') theirs: SettledLine[];
  @Column('timestamptz') found_at: Date;
  @Column('timestamptz', { nullable: true }) closed_at: Date | null;
}

/** The tables that a service's own migration makes, for its drift check. */
export const reconciliationEntities: readonly EntityClass[] = [
  ReconciliationEntity,
  SettledEntryEntity,
  ReconciliationDifferenceEntity,
];
