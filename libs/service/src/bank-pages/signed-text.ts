import { timingSafeEqual } from 'node:crypto';
import { parseId, type CustomerAppId, type Id } from '@towpath/kernel';
import type { KeyedHash, KeyPurpose } from '@towpath/persistence';

/** The session whose user goes to a bank. */
export interface SignedSubject<SubjectId extends Id<string>> {
  readonly customerAppId: CustomerAppId;
  readonly sessionId: SubjectId;
}

const MAC_BYTES = 16;

/**
 * Texts that name a session and prove that we issued them: the token of a link, the state for an
 * institution, and the cookie of the browser. They are derived, so nothing is stored. A text for
 * one purpose is never valid for another.
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

  /** The session that the text names, genuine or not: call `proves` before you trust it. */
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
