import { CREDENTIALS, OAUTH_BANK } from '../../../src/pages/link/fakes.js';
import type { LinkInstitution } from '../../../src/pages/link/api/link-view.js';
import type { Operations } from '../fake-api.js';
import { BANKS, banksFor } from '../mandate/fake-banks.js';
import type { FakeKeys } from '../mandate/fake-keys.js';
import { Refusal } from '../reply.js';
import type { FakeAccountLink } from './fake-account-link.js';

type Bank = LinkInstitution & { readonly type: string };

/** The banks of the mandate page, as the link API tells of them. */
const INSTITUTIONS = new Map(
  BANKS.map((bank): [unknown, Bank] => [
    bank.institution_id,
    {
      institution_id: bank.institution_id,
      institution_name: bank.name,
      countries: [bank.institution_id === 'jade-orchard' ? 'SGP' : 'HKG'],
      portal_name: bank.portal_name,
      user_type: [bank.user_type],
      color: bank.color,
      login_methods: bank.redirect ? OAUTH_BANK.login_methods : [CREDENTIALS],
      type: bank.institution_id.startsWith('testbank') ? 'TEST' : 'BANK',
    },
  ]),
);

export function linkOperations(keys: FakeKeys): Operations<FakeAccountLink> {
  const opened = (sealed: unknown): Record<string, string> => {
    const parts = sealed as Record<string, string>;
    return keys.open({
      key_id: parts['keyId'],
      envelope_encryption_key: parts['envelopeEncryptionKey'],
      initialization_vector: parts['initializationVector'],
      message_authentication_code: parts['messageAuthenticationCode'],
      ciphertext: parts['ciphertext'],
    }) as Record<string, string>;
  };
  return {
    'GET /link/hosted/institutions': (link, { url: { searchParams } }) => {
      if (link.scenario.brokenSearch) return new Refusal(503, 'SERVICE_UNAVAILABLE');
      const type = searchParams.get('institution_type');
      const found = banksFor(searchParams.get('query') ?? '')
        .map(({ institution_id: id }) => INSTITUTIONS.get(id))
        .filter((bank) => type === null || bank?.type === type);
      return { institutions: found };
    },
    'GET /link/hosted/consent': (link, { url }) => {
      const bank = INSTITUTIONS.get(url.searchParams.get('institution_id'));
      return bank ? link.offer(bank) : new Refusal(400, 'NO');
    },
    'POST /link/hosted/login': (link, { body }) =>
      link.submission(() => {
        const bank = INSTITUTIONS.get(body['institution_id']);
        if (!bank || bank.institution_id === 'jade-orchard') {
          return new Refusal(400, 'INSTITUTION_NOT_CONNECTED');
        }
        const sealed = body['encrypted_credentials'];
        return link.login(bank, sealed ? opened(sealed) : null);
      }),
    'POST /link/hosted/action': (link, { body }) =>
      link.answer(opened(body['encrypted_credentials'])),
    'POST /link/hosted/result': (link) => link.result('success'),
    'POST /link/hosted/leave': (link) =>
      link.result(link.scenario.acceptsMeanwhile ? 'success' : 'close'),
  };
}
