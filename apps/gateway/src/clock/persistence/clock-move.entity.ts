import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('clock_moves')
export class ClockMoveEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'clock_moves_pkey' }) customer_app_id: string;
  @Column('timestamptz', { nullable: true }) target_at: Date | null;
  @Column('integer', { nullable: true }) advance_seconds: number | null;
  @Column('boolean') frozen: boolean;
  @Column('boolean') settled: boolean;
  @Column('timestamptz') updated_at: Date;
}
