import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MandateEntity } from '../mandates/mandate.entity.js';

const key = () => ({ primaryKeyConstraintName: 'mandate_consents_pkey' });

/**
 * The proof that a payer agreed. Only an erasure of the payer changes it. It is deleted with its
 * mandate after seven years.
 */
@Entity('mandate_consents')
@ForeignKey(
  () => MandateEntity,
  ['customer_app_id', 'mandate_id'],
  ['customer_app_id', 'mandate_id'],
  { name: 'mandate_consents_mandate_fkey' },
)
@Index('mandate_consents_mandate', ['customer_app_id', 'mandate_id'])
export class MandateConsentEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) consent_id: string;
  @Column('text') mandate_id: string;
  /** On the clock of the app, when the payer agreed. */
  @Column('timestamptz') given_at: Date;
  @Column('text') given_through: 'CUSTOMER_APP' | 'SERVICE_LINK';
  @Column('text', { nullable: true }) text_version: string | null;
  @Column('text', { nullable: true }) text_language: string | null;
  /** SHA-256 of the text with its values, UTF-8, hexadecimal. */
  @Column('text', { nullable: true }) text_sha256: string | null;
  @Column('text') currency: string;
  /** The agreed limits; minor units. */
  @Column('jsonb', { nullable: true }) limits: object | null;
  @Column('date') start_date: string;
  @Column('date', { nullable: true }) end_date: string | null;
  @Column('text', { nullable: true }) institution_id: string | null;
  /** Real time. */
  @Column('timestamptz') recorded_at: Date;
  /** Address and browser, under the key of the payer; null when unknown, or once the payer is erased. */
  @Column('bytea', { nullable: true }) sealed_origin: Buffer | null;
}
