import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('bank_logins')
export class BankLoginEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bank_logins_pkey' }) login: string;
  @Column('integer') wrong_otps: number;
}

@Entity('bank_login_codes')
export class BankLoginCodeEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bank_login_codes_pkey' }) code: string;
  @Column('text') state: string;
  @Column('text') outcome: string;
  @Column('timestamptz') expires_at: Date;
  @Column('text', { nullable: true }) user_id: string | null;
}

@Entity('bank_ended_consents')
export class BankEndedConsentEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bank_ended_consents_pkey' })
  session_id: string;
  @Column('timestamptz', { default: () => 'now()' }) ended_at: Date;
}
