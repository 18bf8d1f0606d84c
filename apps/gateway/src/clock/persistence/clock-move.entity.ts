import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerAppEntity } from '../../customer-apps/persistence/customer-app.entities.js';

@Entity('clock_moves')
export class ClockMoveEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'clock_moves_pkey' }) customer_app_id: string;
  @ManyToOne(() => CustomerAppEntity)
  @JoinColumn({ name: 'customer_app_id', foreignKeyConstraintName: 'clock_moves_app_fkey' })
  customer_app: CustomerAppEntity;
  @Column('timestamptz', { nullable: true }) target_at: Date | null;
  @Column('integer', { nullable: true }) advance_seconds: number | null;
  @Column('boolean') frozen: boolean;
  @Column('boolean') settled: boolean;
  @Column('timestamptz') updated_at: Date;
}
