import { Injectable } from '@nestjs/common';
import { Clock, plusMs } from '@towpath/kernel';
import { KeyedHash, TOKENS_KEY } from '@towpath/persistence';
import { timingSafeEqual } from 'node:crypto';

/** Base address of the public operations. */
export class PublicBaseUrl {
  constructor(readonly value: string) {}
}

/** Real time: links do not follow the clock of an app. */
const LIFETIME_MS = 15 * 60_000;

/**
 * The kind of a signed file: a signature of one kind opens no other. `route` is the path before the
 * token, without slashes at its ends.
 */
export interface SignedRoute {
  readonly purpose: string;
  readonly route: string;
}

/** Addresses that open one file for 15 minutes, without a bearer token. */
@Injectable()
export class SignedUrls {
  constructor(
    private readonly hashes: KeyedHash,
    private readonly clock: Clock,
    private readonly baseUrl: PublicBaseUrl,
  ) {}

  /** @param parts identification of the file: words without dots and slashes */
  link(
    { purpose, route }: SignedRoute,
    parts: readonly string[],
  ): { readonly url: string; readonly expiry: string } {
    const expiry = plusMs(this.clock.system(), LIFETIME_MS);
    const text = [...parts, String(expiry.getTime())].join('.');
    const signature = this.hashes.mac(TOKENS_KEY, `${purpose} ${text}`).toString('base64url');
    const base = this.baseUrl.value.replace(/\/+$/u, '');
    return { url: `${base}/${route}/${text}.${signature}`, expiry: expiry.toISOString() };
  }

  /** The parts; null for an address that we did not write, or that has ended. */
  open({ purpose }: SignedRoute, token: string): readonly string[] | null {
    const words = token.split('.');
    const signature = words.pop() ?? '';
    const isOurs = this.isSigned(`${purpose} ${words.join('.')}`, { signature });
    const isOpen = Number(words.pop()) > this.clock.system().getTime();
    return isOurs && isOpen ? words : null;
  }

  private isSigned(text: string, { signature }: { readonly signature: string }): boolean {
    const given = Buffer.from(signature, 'base64url');
    return this.hashes
      .macs(TOKENS_KEY, text)
      .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
  }
}
