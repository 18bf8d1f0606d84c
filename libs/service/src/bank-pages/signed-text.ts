import { timingSafeEqual } from 'node:crypto';
import { parseId, type CustomerAppId, type Id } from '@towpath/kernel';
import type { KeyedHash, KeyPurpose } from '@towpath/persistence';

/** Who a browser is taken to a bank for. */
export interface SignedSubject<SubjectId extends Id<string>> {
  readonly customerAppId: CustomerAppId;
  readonly sessionId: SubjectId;
}

const MAC_BYTES = 16;

/**
 * Texts that name a session and prove that we made them: the token of a link, what goes with a user
 * to an institution and comes back, and what the browser keeps meanwhile. They are derived, so nothing
 * is stored. A text for one purpose is never taken for another.
 */
export class SignedTexts<SubjectId extends Id<string>, Purpose extends string = string> {
  constructor(
    private readonly hash: KeyedHash,
    private readonly key: KeyPurpose,
  ) {}

  of(subject: SignedSubject<SubjectId>, purpose: Purpose): string {
    const content = contentOf(subject);
    const mac = this.hash.mac(this.key, `${purpose}\n${content}`).subarray(0, MAC_BYTES);
    return `${content}.${mac.toString('base64url')}`;
  }

  /** Whom it names, whether or not we made it: ask `proves` before it is believed. */
  subjectOf(text: string): SignedSubject<SubjectId> | undefined {
    const [app, session, proof, ...rest] = text.split('.');
    const customerAppId = parseId<CustomerAppId>(app);
    const sessionId = parseId<SubjectId>(session);
    if (!customerAppId || !sessionId || !proof || rest.length > 0) return undefined;
    return { customerAppId, sessionId };
  }

  /** Keys of earlier versions still count. */
  proves(text: string, purpose: Purpose): boolean {
    const subject = this.subjectOf(text);
    if (!subject) return false;
    const claimed = Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url');
    return this.hash
      .macs(this.key, `${purpose}\n${contentOf(subject)}`)
      .map((mac) => mac.subarray(0, MAC_BYTES))
      .some((mac) => mac.length === claimed.length && timingSafeEqual(mac, claimed));
  }
}

function contentOf({ customerAppId, sessionId }: SignedSubject<Id<string>>): string {
  return `${customerAppId}.${sessionId}`;
}
