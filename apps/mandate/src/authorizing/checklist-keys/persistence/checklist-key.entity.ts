import { PublishedKeyEntity } from '@towpath/service';
import { Entity, PrimaryColumn } from 'typeorm';

/** A key that payers encrypt checklist items to; it belongs to no customer app. */
@Entity('checklist_keys')
export class ChecklistKeyEntity extends PublishedKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'checklist_keys_pkey' })
  override key_id: string;
}
