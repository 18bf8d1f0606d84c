import { KeyDistrustEntity } from '@towpath/service';
import { Entity, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'checklist_key_distrusts_pkey' };

/** Who distrusted a key of payers, and when. Never changed; it belongs to no app. */
@Entity('checklist_key_distrusts')
export class ChecklistKeyDistrustEntity extends KeyDistrustEntity {
  @PrimaryColumn('text', KEY) override key_id: string;
}
