import { join } from 'node:path';
import type { World } from '../bad-input/world.js';

/** How often a parameter in a path is one that exists. */
const KNOWN = 0.7;

/** What input may be refused with; too much of it, too. */
const REFUSED = ['400', '401', '403', '405', '409', '413', '415', '422', '429', '431', '503'];

/** The settings of Schemathesis: a token of each kind, and one of everything that an ID may name. */
export async function fuzzingConfig(world: World): Promise<string> {
  const tokens = {
    customerToken: await world.merchant.accessToken(),
    loginIdentityToken: world.loginIdentityToken,
    hostedLinkToken: world.linkPage.token,
    mandateLinkToken: world.mandatePayer.token,
    paymentLinkToken: world.payerToken,
  };
  const ids = Object.entries(world.ids);
  return [
    `hooks = ${JSON.stringify(join(import.meta.dirname, 'hooks.py'))}`,
    '[generation]',
    // PostgreSQL stores no NUL; a schema that said so of each text would hide the rest.
    'allow-x00 = false',
    // hooks.py calls it
    '[checks.negative_data_rejection]',
    'enabled = false',
    `expected-statuses = ${JSON.stringify(REFUSED)}`,
    ...ids.flatMap(([name, id]) => [`[dictionaries.${name}]`, `values = ["${id}"]`]),
    '[parameters]',
    ...ids.map(([name]) => `"path.${name}" = { dictionary = "${name}", probability = ${KNOWN} }`),
    ...Object.entries(tokens).flatMap(([scheme, token]) => [
      `[auth.openapi.${scheme}]`,
      `bearer = "${token}"`,
    ]),
  ].join('\n');
}
