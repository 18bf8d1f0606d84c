import { ConfigError } from './load-config.js';

/** Variables of a service that serves test apps with simulated banks and card gateways. */
export interface SandboxVariables {
  readonly sandboxUrl?: string | undefined;
  readonly sandboxPublicUrl?: string | undefined;
  readonly sandboxGatewaySecret?: string | undefined;
  readonly sandboxGatewayPreviousSecret?: string | undefined;
}

/** Addresses of the simulated banks and card gateways, for test apps. */
export interface SandboxAccess {
  /** URL for this service. */
  readonly url: string;
  /** URL for browsers. */
  readonly publicUrl: string;
  /** Authorizes us. */
  readonly secret: string;
  /** Any of them may sign a call-back: during a rotation also the one before. */
  readonly secrets: readonly string[];
}

/**
 * Undefined where there is no sandbox: test apps then have no bank and no card gateway. Throws
 * `ConfigError` when only a part of it is set.
 */
export function sandboxAccess(config: SandboxVariables): SandboxAccess | undefined {
  const { sandboxUrl: url, sandboxPublicUrl, sandboxGatewaySecret: secret } = config;
  const previous = config.sandboxGatewayPreviousSecret;
  if (!url && !secret && !sandboxPublicUrl) return undefined;
  if (url && secret) {
    const secrets = previous ? [secret, previous] : [secret];
    return { url, publicUrl: sandboxPublicUrl ?? url, secret, secrets };
  }
  throw new ConfigError([
    `${url ? 'SANDBOX_GATEWAY_SECRET' : 'SANDBOX_URL'} is missing: the variables of the sandbox are ` +
      'set together, or none of them.',
  ]);
}
