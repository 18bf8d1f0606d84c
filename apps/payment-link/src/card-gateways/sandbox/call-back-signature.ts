import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const MOST_AGE_S = 300;

export interface SignedCallBack {
  readonly signature: string;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/** Whether the gateway that shares `secret` sent these bytes within the last five minutes. */
export function isSignedBy(
  secret: string,
  { signature, body, receivedAt }: SignedCallBack,
): boolean {
  const [, seconds, claimed] = SIGNATURE.exec(signature) ?? [];
  if (!seconds || !claimed) return false;
  const ageS = Math.abs(receivedAt.getTime() / 1000 - Number(seconds));
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  return timingSafeEqual(mac, Buffer.from(claimed, 'hex')) && ageS <= MOST_AGE_S;
}
