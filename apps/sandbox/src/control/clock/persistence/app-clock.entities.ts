import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('app_clocks')
export class AppClockEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'app_clocks_pkey' }) customer_app_id: string;
  @Column('bigint') offset_ms: number;
  @Column('timestamptz', { nullable: true }) frozen_at: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) updated_at: Date;
}
