import { DomainError } from '@towpath/kernel';
import type { MandateInstitution } from './ports.js';

/** Logins at institutions by type of app: a test app never reaches a real institution. */
export class InstitutionLogins {
  private readonly byType = new Map<'TEST' | 'LIVE', MandateInstitution>();

  constructor(institutions: readonly MandateInstitution[]) {
    for (const institution of institutions) {
      const { appType } = institution;
      if (this.byType.has(appType)) throw new Error(`two ways to log in for ${appType} apps`);
      this.byType.set(appType, institution);
    }
  }

  /** Throws INSTITUTION_NOT_CONNECTED where no institution can be reached. */
  get(appType: 'TEST' | 'LIVE'): MandateInstitution {
    const found = this.byType.get(appType);
    if (found) return found;
    throw new DomainError(
      'INSTITUTION_NOT_CONNECTED',
      'No institution is connected for apps of this type.',
    );
  }
}
