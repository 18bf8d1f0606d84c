import type { AppType } from '@towpath/contracts';

/** Signing secrets of one address for call-backs. */
export interface CredentialEndpoint {
  /** The last part of the path of its call-backs. */
  readonly endpointId: string;
  /** Each counts; during a rotation also those that end. */
  readonly secrets: readonly string[];
}

/** Keys of one account at a processor. Never logged or printed; only `publishableKey` is public. */
export interface GatewayCredential {
  readonly secretKey: string;
  /** For the script in the payer's browser: public. */
  readonly publishableKey: string;
  /** The account that receives unless a settlement account names one; null for that of the key. */
  readonly gatewayAccount: string | null;
  /** Whether the keys move real money. */
  readonly live: boolean;
  readonly endpoints: readonly CredentialEndpoint[];
}

export interface CredentialPlace {
  readonly customerAppId: string;
  readonly appType: AppType;
  /** `stripe`. */
  readonly connector: string;
}

/** A secret that may have signed a call-back, and what a call-back that it signed may be about. */
export interface EndpointSecret {
  /** The only app of the call-back; null for the account of the deployment. */
  readonly customerAppId: string | null;
  readonly secret: string;
  /** The only type of apps of the call-back. */
  readonly live: boolean;
}

/** The endpoint of the deployment's own account; a path without an endpoint means it too. */
export const DEFAULT_ENDPOINT = 'default';

/**
 * Keys and webhook secrets of processors, by app. A change takes effect within 5 s, so they are
 * asked for at each use. Rejects while they cannot be read.
 */
export abstract class GatewayCredentials {
  /**
   * Null for an app without an account at the processor. A live app never gets test keys, nor a test
   * app live ones.
   */
  abstract of(place: CredentialPlace): Promise<GatewayCredential | null>;
  /** Empty for an unknown endpoint. */
  abstract endpoint(
    connector: string,
    endpointId: string | null,
  ): Promise<readonly EndpointSecret[]>;
}

/** How the keys of one processor look. */
export interface KeyForm {
  readonly connector: string;
  /** Each has a group named `mode`, which is `live` or `test`. */
  readonly secretKey: RegExp;
  readonly publishableKey: RegExp;
  readonly webhookSecret: RegExp;
}

export type GatewayKeys = Pick<GatewayCredential, 'secretKey' | 'publishableKey'> & {
  readonly webhookSecrets: readonly string[];
};

/** Whether a key moves real money; null if it is no key of this kind. */
export function liveOf(form: RegExp, key: string): boolean | null {
  const mode = form.exec(key)?.groups?.['mode'];
  return mode === undefined ? null : mode === 'live';
}

/**
 * One sentence without any key, if an app of this type must not get the keys; else null. This is
 * where test keys are kept from live apps, and live keys from test apps.
 */
export function keyMistake(form: KeyForm, appType: AppType, keys: GatewayKeys): string | null {
  return keyPairMistake(form, appType, keys) ?? secretsMistake(form, keys.webhookSecrets);
}

/** Like `keyMistake`, for the two keys alone. */
export function keyPairMistake(
  form: KeyForm,
  appType: AppType,
  keys: Omit<GatewayKeys, 'webhookSecrets'>,
): string | null {
  const live = liveOf(form.secretKey, keys.secretKey);
  const publishable = liveOf(form.publishableKey, keys.publishableKey);
  if (live === null) return `The secret key is no secret key of ${form.connector}.`;
  if (live && appType === 'TEST') return 'The secret key is a live key, and a test app gets none.';
  if (!live && appType === 'LIVE') return 'The secret key is a test key, and a live app gets none.';
  if (publishable === null) return `The publishable key is no such key of ${form.connector}.`;
  if (publishable !== live) return 'The publishable key and the secret key are of different modes.';
  return null;
}

/** Like `keyMistake`, for the secrets of call-backs alone. */
export function secretsMistake(form: KeyForm, secrets: readonly string[]): string | null {
  if (secrets.length === 0) return 'A webhook secret is missing.';
  if (secrets.every((secret) => form.webhookSecret.test(secret))) return null;
  return `One of the webhook secrets is none of ${form.connector}.`;
}

/** The account of a deployment for one type of apps. */
export interface DeploymentAccount extends GatewayKeys {
  readonly connector: string;
  readonly appType: AppType;
}

/** The accounts that the environment names: one for each connector and type of apps. */
export class DeploymentCredentials extends GatewayCredentials {
  constructor(private readonly accounts: readonly DeploymentAccount[]) {
    super();
  }

  override of(place: Omit<CredentialPlace, 'customerAppId'>): Promise<GatewayCredential | null> {
    const account = this.accounts.find(
      ({ connector, appType }) => connector === place.connector && appType === place.appType,
    );
    return Promise.resolve(account ? credentialOf(account) : null);
  }

  override endpoint(
    connector: string,
    endpointId: string | null,
  ): Promise<readonly EndpointSecret[]> {
    if (endpointId !== null && endpointId !== DEFAULT_ENDPOINT) return Promise.resolve([]);
    const accounts = this.accounts.filter((account) => account.connector === connector);
    const secrets = accounts.flatMap(({ appType, webhookSecrets }) =>
      webhookSecrets.map((secret) => ({ customerAppId: null, secret, live: appType === 'LIVE' })),
    );
    return Promise.resolve(secrets);
  }
}

function credentialOf(account: DeploymentAccount): GatewayCredential {
  const { secretKey, publishableKey, appType, webhookSecrets: secrets } = account;
  return {
    secretKey,
    publishableKey,
    gatewayAccount: null,
    live: appType === 'LIVE',
    endpoints: [{ endpointId: DEFAULT_ENDPOINT, secrets }],
  };
}
