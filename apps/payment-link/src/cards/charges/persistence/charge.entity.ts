import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { PaymentEntity } from '../../../money/payments/persistence/payment.entity.js';
import type { ChargeRefusal } from '../charge.js';

const CHARGE_KEY = { primaryKeyConstraintName: 'charges_pkey' };

@Entity('charges')
@ForeignKey(
  () => PaymentEntity,
  ['customer_app_id', 'payment_id'],
  ['customer_app_id', 'payment_id'],
  { name: 'charges_payment_fkey' },
)
export class ChargeEntity {
  @PrimaryColumn('text', CHARGE_KEY) customer_app_id: string;
  @PrimaryColumn('text', CHARGE_KEY) payment_id: string;
  @Column('text') integration_id: string;
  @Column('jsonb', { nullable: true }) refusal: ChargeRefusal | null;
  @Column('timestamptz', { nullable: true }) follow_up_at: Date | null;
  @Column('integer') follow_ups_asked: number;
  @Column('timestamptz') created_at: Date;
}
