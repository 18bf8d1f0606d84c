import { Injectable } from '@nestjs/common';
import { Clock } from '@towpath/kernel';
import { EventSigner, signedContent, type SignedMessage } from '@towpath/messaging';
import { EVENT_SIGNATURE } from '@towpath/service';
import { FlattenedSign } from 'jose';
import { SigningKeys } from './signing-keys.js';

/** Signs the gateway's events with the key that signs tokens at the moment. */
@Injectable()
export class GatewayEventSigner extends EventSigner {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** A JWS with detached content. */
  override async sign(message: SignedMessage): Promise<string> {
    const { keyId, privateKey } = await this.keys.current(this.clock.system());
    const jws = await new FlattenedSign(signedContent(message))
      .setProtectedHeader({ ...EVENT_SIGNATURE, kid: keyId })
      .sign(privateKey);
    return `${jws.protected ?? ''}..${jws.signature}`;
  }
}
