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
}
