import type { SignedPurpose } from '../sessions/signed-text.js';

/** The path that redirects to the page of an institution, and the path of the return. */
export const LOGIN_PATH = '/mandates/hosted/institution_login';
export const RETURN_PATH = '/mandates/hosted/institution_return';

interface Errand {
  readonly mandateId: string;
}

interface Place {
  readonly institutionId: string;
}

/** A proof for the redirect is valid for the institution that is chosen at its use. */
export function loginPurpose({ mandateId }: Errand, { institutionId }: Place): SignedPurpose {
  return `login ${mandateId} ${institutionId}`;
}

/** A proof for the return is valid for the institution that was chosen at its issue. */
export function returnPurpose({ mandateId }: Errand, { institutionId }: Place): SignedPurpose {
  return `return ${mandateId} ${institutionId}`;
}
