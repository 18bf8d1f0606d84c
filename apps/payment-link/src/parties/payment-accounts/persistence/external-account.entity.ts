import { Column, Entity, PrimaryColumn } from 'typeorm';

const ACCOUNT_KEY = { primaryKeyConstraintName: 'external_accounts_pkey' };

@Entity('external_accounts')
export class ExternalAccountEntity {
  @PrimaryColumn('text', ACCOUNT_KEY) customer_app_id: string;
  @PrimaryColumn('text', ACCOUNT_KEY) account_id: string;
  @Column('text') user_id: string;
  @Column('text') institution_id: string;
  /** Holder and number, under the key of the user; null once the account is deleted. */
  @Column('bytea', { nullable: true }) holder_sealed: Buffer | null;
  @Column('text', { array: true, default: () => "'{}'" }) currencies: string[];
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
  @Column('timestamptz', { nullable: true }) deleted_at: Date | null;
}
