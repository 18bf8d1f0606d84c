import type { AppType } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

/** The data of an app that a token is checked against. */
export interface KnownCustomerApp {
  readonly customerAppId: CustomerAppId;
  readonly appType: AppType;
  readonly enabled: boolean;
  /** Tokens of an older generation are refused. */
  readonly credentialGeneration: number;
}

/** Finds a customer app. Called for every request, so implementations cache. */
export abstract class CustomerAppDirectory {
  /** Undefined if there is no such app; rejects if the directory is unavailable. */
  abstract find(customerApp: CustomerAppId): Promise<KnownCustomerApp | undefined>;
}

/** DI token of the directory that requests are checked against. */
export const KNOWN_APPS = Symbol('KNOWN_APPS');
export type KnownApps = Pick<CustomerAppDirectory, 'find'>;
