import { Injectable } from '@nestjs/common';
import type { InstitutionSummary } from '@towpath/contracts/account-data';
import { InstitutionCatalogue } from '../../banks/institutions/institution-catalogue.js';

/** Institutions as shown with their data. */
@Injectable()
export class InstitutionSummaries {
  constructor(private readonly catalogue: InstitutionCatalogue) {}

  /** Of an institution that left the catalogue, only the ID is known. */
  of(institutionId: string): InstitutionSummary {
    const found = this.catalogue.find('TEST', institutionId);
    if (!found) return { institution_id: institutionId };
    return {
      institution_id: institutionId,
      countries: found.countries,
      institution_name: found.institution_name,
      portal_name: found.portal_name,
    };
  }
}
