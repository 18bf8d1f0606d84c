import { isServiceName, type OperationOwner } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { FileKeyProvider, keyPurpose, MissingKey } from '@towpath/persistence';
import { timingSafeEqual } from 'node:crypto';

const SERVICE_AUTH_KEY = keyPurpose('service-auth');
const BASIC = /^Basic ([A-Za-z0-9+/=]+)$/;

/** Knows each service by the shared secret in its `service-auth` key file. */
export class ServiceSecrets {
  constructor(private readonly folder: string) {}

  /** The service that these `Basic` credentials prove. Throws `UNAUTHORIZED`. */
  authenticate(authorization: string | undefined): OperationOwner {
    const [, encoded = ''] = BASIC.exec(authorization ?? '') ?? [];
    const [service = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    if ((isServiceName(service) || service === 'sandbox') && this.matches(service, secret)) {
      return service;
    }
    throw new DomainError('UNAUTHORIZED', 'The service credentials are not valid.');
  }

  private matches(service: OperationOwner, secret: string): boolean {
    const given = Buffer.from(secret, 'base64');
    return this.secretsOf(service).some(
      (known) => known.length === given.length && timingSafeEqual(known, given),
    );
  }

  /** None for a service that was given no secret: nothing proves that one. */
  private secretsOf(service: OperationOwner): readonly Buffer[] {
    const keys = new FileKeyProvider({ folder: this.folder, service });
    try {
      return [...keys.keySet(SERVICE_AUTH_KEY).keys.values()];
    } catch (error) {
      if (error instanceof MissingKey) return [];
      throw error;
    }
  }
}
