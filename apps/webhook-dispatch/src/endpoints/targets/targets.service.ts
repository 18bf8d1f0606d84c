import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { isIP } from 'node:net';
import { AddressRule } from './address-rule.js';
import { NameResolver } from './name-resolver.js';

/** The target of a connection. */
export interface Target {
  readonly protocol: string;
  /** Name or address, without brackets. */
  readonly host: string;
  /** Empty for the protocol's own. */
  readonly port: string;
}

/** The target must not be reached. The message is for the customer app and names no address. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

const SCHEMES = ['https:', 'http:'];
const PORTS = ['', '443', '8443'];

/**
 * Keeps webhooks away from everything but the public internet: the name is resolved once, all its
 * addresses must be allowed, and only these may be connected to.
 */
@Injectable()
export class TargetsService {
  constructor(
    private readonly rule: AddressRule,
    private readonly resolver: NameResolver,
  ) {}

  /**
   * Refuses the URL of an endpoint with `WEBHOOK_URL_NOT_ALLOWED`. A name that cannot be resolved
   * now passes if it could be sent to otherwise: every connection checks again.
   */
  async assertAllowed(url: string): Promise<void> {
    const { protocol, hostname, port, username, password } = new URL(url);
    try {
      if (username !== '' || password !== '') {
        throw new TargetRefused('it must not hold credentials; use headers');
      }
      await this.resolve({ protocol, host: bare(hostname), port });
    } catch (error) {
      if (error instanceof TargetRefused) {
        throw new DomainError('WEBHOOK_URL_NOT_ALLOWED', `url is not allowed: ${error.message}.`);
      }
      if (protocol === 'https:' && PORTS.includes(port)) return;
      throw new DomainError('WEBHOOK_URL_NOT_ALLOWED', `url is not allowed: ${ONLY_HTTPS}.`);
    }
  }

  /**
   * The checked addresses for a connection. Throws `TargetRefused`; rejects with the resolver's
   * error if the name has no address or no name server answers.
   */
  async resolve(target: Target): Promise<readonly string[]> {
    if (!SCHEMES.includes(target.protocol))
      throw new TargetRefused('only http and https are sent to');
    const host = bare(target.host);
    const addresses = isIP(host) ? [host] : await this.resolver.resolve(host);
    if (addresses.length === 0) throw new Error('the host name has no address');
    if (addresses.every((address) => this.rule.isOpened(address))) return addresses;
    if (target.protocol !== 'https:') throw new TargetRefused('only https is sent to');
    if (!PORTS.includes(target.port))
      throw new TargetRefused('only ports 443 and 8443 are sent to');
    const closed = addresses.some(
      (address) => !this.rule.isPublic(address) && !this.rule.isOpened(address),
    );
    if (closed) throw new TargetRefused('its host is not on the public internet');
    return addresses;
  }
}

const ONLY_HTTPS = 'only https on ports 443 and 8443 is sent to';

/** `[::1]` → `::1`. */
function bare(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}
