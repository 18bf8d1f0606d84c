import { Body, Controller } from '@nestjs/common';
import type { ServiceName } from '@towpath/contracts';
import { Caller, InternalRoute } from '@towpath/http';
import type { SealsKnown } from '@towpath/service';
import { AuditSealCopiesService } from './audit-seal-copies.service.js';
import { KeepSealsBody } from './audit-seals.dto.js';

/** Seals of the audit, from the service that made them. */
@Controller()
export class AuditSealsInternalController {
  constructor(private readonly copies: AuditSealCopiesService) {}

  @InternalRoute('POST', '/internal/audit/seals')
  keep(@Caller() { claims }: Caller, @Body() { seals }: KeepSealsBody): Promise<SealsKnown> {
    return this.copies.keep(
      claims.sub as ServiceName,
      seals.map((seal) => ({
        number: seal.seal_number,
        count: seal.entry_count,
        hash: seal.hash,
        sealedAt: new Date(seal.sealed_at),
      })),
    );
  }
}
