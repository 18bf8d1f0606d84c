import { Inject, Injectable } from '@nestjs/common';
import { KNOWN_KEYS, type KnownKeys } from '@towpath/http';
import {
  EventVerifier,
  SIGNATURE_HEADER,
  signedContent,
  type SignedMessage,
} from '@towpath/messaging';
import { base64url, errors, flattenedVerify } from 'jose';

/** Protected header of the gateway's signature of an event, beside `kid`. */
export const EVENT_SIGNATURE = { alg: 'ES256', typ: 'event+jws' } as const;

/** `<protected header>..<signature>`: JWS with detached content (RFC 7515, appendix F). */
const DETACHED_JWS = /^([\w-]{1,400})\.\.([\w-]{1,200})$/;

/** Verifies events that the gateway signed, with the keys that its tokens are verified with. */
@Injectable()
export class GatewayEventVerifier extends EventVerifier {
  constructor(@Inject(KNOWN_KEYS) private readonly keys: KnownKeys) {
    super();
  }

  override async isGenuine(message: SignedMessage): Promise<boolean> {
    const [, header, signature] = DETACHED_JWS.exec(message.headers[SIGNATURE_HEADER] ?? '') ?? [];
    if (!header || !signature) return false;
    const keyId = keyIdOf(header);
    const key = keyId && (await this.keys.find(keyId));
    if (!key) return false;
    const payload = base64url.encode(signedContent(message));
    try {
      const jws = { protected: header, payload, signature };
      await flattenedVerify(jws, key, { algorithms: [EVENT_SIGNATURE.alg] });
      return true;
    } catch (error) {
      if (error instanceof errors.JOSEError) return false;
      throw error;
    }
  }
}

/** Undefined for a header that is not one of ours, such as that of a token. */
function keyIdOf(header: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(header, 'base64url').toString());
  } catch {
    return undefined;
  }
  const { alg, typ, kid } = (parsed ?? {}) as Record<string, unknown>;
  const isOurs = alg === EVENT_SIGNATURE.alg && typ === EVENT_SIGNATURE.typ;
  return isOurs && typeof kid === 'string' ? kid : undefined;
}
