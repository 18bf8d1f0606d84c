import { SERVICE_AUTH_KEY } from '@towpath/http';
import { BASE_KEY_PURPOSES, FileKeyProvider } from '@towpath/persistence';
import type { ServiceDefinition } from './service-definition.js';

/**
 * Reads every key file of a service, before anything is built or asked. Throws one `MissingKey` that
 * names all that are missing or unusable. The gateway signs its own tokens, so it needs no
 * `service-auth`.
 */
export function assertKeys(
  { name, keyPurposes = [] }: Pick<ServiceDefinition, 'name' | 'keyPurposes'>,
  folder: string,
): void {
  const atMint = name === 'gateway' ? [] : [SERVICE_AUTH_KEY];
  const keys = new FileKeyProvider({ folder, service: name });
  keys.require([...BASE_KEY_PURPOSES, ...atMint, ...keyPurposes]);
}
