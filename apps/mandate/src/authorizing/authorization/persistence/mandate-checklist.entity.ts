import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MandateEntity } from '../../../mandates/mandates/mandate.entity.js';
import type { FactorType, LoginMethod, Submitter } from '../domain/checklist.js';

const key = () => ({ primaryKeyConstraintName: 'mandate_checklists_pkey' });

/** The submission of a payer for a mandate's authorization. */
@Entity('mandate_checklists')
@ForeignKey(
  () => MandateEntity,
  ['customer_app_id', 'mandate_id'],
  ['customer_app_id', 'mandate_id'],
  { name: 'mandate_checklists_mandate_fkey' },
)
export class MandateChecklistEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) mandate_id: string;
  @Column('jsonb', { nullable: true }) institution: {
    institution_id: string;
    name: string;
    login_method: LoginMethod;
    /** Absent in older rows. */
    countries?: readonly string[];
  } | null;
  @Column('jsonb') submitted: Partial<Record<FactorType, { at: string; by: Submitter }>>;
  @Column('boolean') otp_asked: boolean;
  /**
   * Account, identity and consent, sealed under the payer's key. Null once the bank was asked or the
   * payer left.
   */
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  /** On the clock of the app: when a job checks that a full checklist was completed. */
  @Column('timestamptz', { nullable: true }) finish_at: Date | null;
  @Column('timestamptz') updated_at: Date;
}

const payloadKey = () => ({ primaryKeyConstraintName: 'checklist_payloads_pkey' });

/** Payloads that were taken: the same one again is a replay. */
@Entity('checklist_payloads')
@Index('checklist_payloads_digest', ['digest'], { unique: true })
@Index('checklist_payloads_received_at', ['received_at'])
export class ChecklistPayloadEntity {
  @PrimaryColumn('text', payloadKey()) customer_app_id: string;
  /** Keyed with the private key that opens the payload; without a key in rows of earlier versions. */
  @PrimaryColumn('bytea', payloadKey()) digest: Buffer;
  /** Real time. */
  @Column('timestamptz') received_at: Date;
}
