import { Injectable } from '@nestjs/common';
import type { AppType, Institution } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { InstitutionCatalogue } from './institution-catalogue.js';

/** One institution; INSTITUTION_NOT_FOUND when there is none that the app may see. */
@Injectable()
export class GetInstitution {
  constructor(private readonly catalogue: InstitutionCatalogue) {}

  execute(appType: AppType, institutionId: string): Institution {
    const found = this.catalogue.find(appType, institutionId);
    if (found) return found;
    throw new DomainError('INSTITUTION_NOT_FOUND', 'There is no institution with this ID.');
  }
}
