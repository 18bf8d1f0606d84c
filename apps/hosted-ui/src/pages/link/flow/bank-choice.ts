import type { Institution } from '../../../shared/banks/institution.js';
import type { LinkInstitution } from '../api/link-view.js';
import { formOf } from './login-form.js';

/** An institution as lists of banks show it. */
export function bankChoiceOf(institution: LinkInstitution): Institution {
  const { institution_id, institution_name: name, portal_name, color } = institution;
  const isForBusiness = institution.user_type.every((type) => type === 'BUSINESS');
  return {
    institution_id,
    name,
    portal_name,
    color,
    user_type: isForBusiness ? 'BUSINESS' : 'INDIVIDUAL',
    redirect: (institution.login_methods ?? []).length > 0 && formOf({ institution }) === null,
  };
}
