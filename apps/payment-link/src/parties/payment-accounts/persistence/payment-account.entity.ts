import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Pricing } from '../domain/pricing.js';

const ACCOUNT_KEY = { primaryKeyConstraintName: 'payment_accounts_pkey' };
const NO_TEXTS = { array: true, default: () => "'{}'" };

@Entity('payment_accounts')
@Index('payment_accounts_newest', ['customer_app_id', 'created_at', 'account_id'])
export class PaymentAccountEntity {
  @PrimaryColumn('text', ACCOUNT_KEY) customer_app_id: string;
  @PrimaryColumn('text', ACCOUNT_KEY) account_id: string;
  @Column('text') account_type: 'EXTERNAL_ACCOUNT' | 'SETTLEMENT_ACCOUNT';
  /** Whether its rails move real money; the same as its customer app. */
  @Column('boolean') live: boolean;
  @Column('text', { nullable: true }) legal_entity_name: string | null;
  @Column('text', { nullable: true }) settlement_account_reference: string | null;
  @Column('text', { ...NO_TEXTS }) business_units: string[];
  @Column('text', { ...NO_TEXTS }) currencies: string[];
  @Column('text', { ...NO_TEXTS }) payment_method_types: string[];
  @Column('text', { nullable: true }) card_integration_id: string | null;
  @Column('text', { nullable: true }) mandate_integration_id: string | null;
  /** Surcharges and fees, by payment method type. */
  @Column('jsonb', { nullable: true }) pricing: Pricing | null;
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const AUDIT_KEY = { primaryKeyConstraintName: 'settlement_account_audit_pkey' };

@Entity('settlement_account_audit')
@ForeignKey(
  () => PaymentAccountEntity,
  ['customer_app_id', 'account_id'],
  ['customer_app_id', 'account_id'],
  { name: 'settlement_account_audit_account_fkey' },
)
export class SettlementAccountAuditEntity {
  @PrimaryColumn('text', AUDIT_KEY) customer_app_id: string;
  @PrimaryColumn('text', AUDIT_KEY) audit_id: string;
  @Column('text') account_id: string;
  @Column('text') action: 'CREATE' | 'UPDATE';
  @Column('text') actor: string;
  @Column('jsonb') configuration: object;
  @Column('timestamptz') occurred_at: Date;
}
