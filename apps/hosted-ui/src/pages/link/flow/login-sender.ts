import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { type PublicKey, seal } from '../../../shared/crypto/seal.js';
import type { LinkApi } from '../api/link-api.js';
import type { EncryptedPayload, LinkView, LoginRequest } from '../api/link-view.js';

type Values = Readonly<Record<string, string>>;

/**
 * Encrypts the input and sends it. If its key is no longer valid, it repeats once with a new key.
 */
export class LoginSender {
  private key: PublicKey | null = null;

  constructor(private readonly api: LinkApi) {}

  /** `typed`: null where nothing is to be typed. */
  login(
    token: string,
    asked: { readonly request: LoginRequest; readonly typed: Values | null },
  ): Promise<ApiAnswer<LinkView>> {
    const { request, typed } = asked;
    if (typed === null) return this.api.login(token, request);
    return this.sealed(typed, (payload) =>
      this.api.login(token, { ...request, encrypted_credentials: payload }),
    );
  }

  answer(
    token: string,
    asked: { readonly actionId: string; readonly typed: Values },
  ): Promise<ApiAnswer<LinkView>> {
    return this.sealed(asked.typed, (encrypted_credentials) =>
      this.api.answer(token, { action_id: asked.actionId, encrypted_credentials }),
    );
  }

  private async sealed(
    typed: Values,
    send: (payload: EncryptedPayload) => Promise<ApiAnswer<LinkView>>,
  ): Promise<ApiAnswer<LinkView>> {
    const first = await this.sealedOnce(typed, send);
    if (first.ok || first.failure.kind !== 'refused') return first;
    if (first.failure.errorCode !== 'UNKNOWN_KEY_ID') return first;
    this.key = null;
    return this.sealedOnce(typed, send);
  }

  private async sealedOnce(
    typed: Values,
    send: (payload: EncryptedPayload) => Promise<ApiAnswer<LinkView>>,
  ): Promise<ApiAnswer<LinkView>> {
    if (!this.key) {
      const answer = await this.api.keys();
      if (!answer.ok) return answer;
      this.key = answer.value.keys[0] ?? null;
    }
    if (!this.key) return { ok: false, failure: { kind: 'server' } };
    const { keyId, wrappedKey, iv, tag, ciphertext } = await seal(typed, this.key);
    return send({
      ciphertext,
      initializationVector: iv,
      messageAuthenticationCode: tag,
      envelopeEncryptionKey: wrappedKey,
      keyId,
    });
  }
}
