import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseId, type CustomerAppId } from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';
import { LINK_URL_KEY } from '../persistence/key-purposes.js';
import type { MandateSessionId } from './ports.js';

export interface SessionSubject {
  readonly customerAppId: CustomerAppId;
  readonly sessionId: MandateSessionId;
}

/** What a text is for: one is never taken for another. */
export type SignedPurpose = 'open' | 'browser' | `login ${string}` | `return ${string}`;

const MAC_BYTES = 16;

/**
 * Texts that name a session and prove that we made them: the token of a link, what goes with a payer
 * to an institution and comes back, and what the browser keeps meanwhile. They are derived, so nothing
 * is stored.
 */
@Injectable()
export class SignedText {
  constructor(private readonly hash: KeyedHash) {}

  of(subject: SessionSubject, purpose: SignedPurpose): string {
    const content = contentOf(subject);
    const mac = this.hash.mac(LINK_URL_KEY, `${purpose}\n${content}`).subarray(0, MAC_BYTES);
    return `${content}.${mac.toString('base64url')}`;
  }

  /** Whom it names, whether or not we made it: ask `proves` before it is believed. */
  subjectOf(text: string): SessionSubject | undefined {
    const [app, session, proof, ...rest] = text.split('.');
    const customerAppId = parseId<CustomerAppId>(app);
    const sessionId = parseId<MandateSessionId>(session);
    if (!customerAppId || !sessionId || !proof || rest.length > 0) return undefined;
    return { customerAppId, sessionId };
  }

  /** Keys of earlier versions still count. */
  proves(text: string, purpose: SignedPurpose): boolean {
    const subject = this.subjectOf(text);
    if (!subject) return false;
    const claimed = Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url');
    return this.hash
      .macs(LINK_URL_KEY, `${purpose}\n${contentOf(subject)}`)
      .map((mac) => mac.subarray(0, MAC_BYTES))
      .some((mac) => mac.length === claimed.length && timingSafeEqual(mac, claimed));
  }
}

function contentOf({ customerAppId, sessionId }: SessionSubject): string {
  return `${customerAppId}.${sessionId}`;
}
