import { field } from '@towpath/contracts';

export class AuditSealBody {
  @field.integer('Its number in the chain of the service.', { min: 1 }) seal_number: number;
  @field.integer('Sealed entries.', { min: 1 }) entry_count: number;
  @field.text('Hash, in hexadecimal.', { min: 64, max: 64 }) hash: string;
  @field.instant('When it was made.') sealed_at: string;
}

export class KeepSealsBody {
  @field.objectList('Seals, oldest first; none to ask what is known.', () => AuditSealBody, {
    maxItems: 1_000,
  })
  seals: AuditSealBody[];
}
