import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  MandateChargeRefusal,
  MandateChargeStatus,
  MandateChargeTerms,
} from '../mandate-charge.js';

const CHARGE_KEY = { primaryKeyConstraintName: 'mandate_charges_pkey' };

/** Its payment may not exist yet, so nothing here refers to one. */
@Entity('mandate_charges')
export class MandateChargeEntity {
  @PrimaryColumn('text', CHARGE_KEY) customer_app_id: string;
  @PrimaryColumn('text', CHARGE_KEY) payment_id: string;
  @Column('text') mandate_id: string;
  @Column('text') status: MandateChargeStatus;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('jsonb', { nullable: true }) payment: MandateChargeTerms['payment'];
  @Column('jsonb') bank: MandateChargeTerms['bank'];
  @Column('jsonb', { nullable: true }) refusal: MandateChargeRefusal | null;
  @Column('timestamptz', { nullable: true }) follow_up_at: Date | null;
  @Column('integer') follow_ups_asked: number;
  @Column('timestamptz') created_at: Date;
}
