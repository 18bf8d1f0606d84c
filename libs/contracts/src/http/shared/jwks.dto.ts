import { field } from '../../fields/index.js';

/** A public key (RFC 7517); which members are present depends on `kty`. */
export class Jwk {
  @field.text('Type of the key.', { optional: true, example: 'EC' }) kty?: string;
  @field.text('ID of the key.', { optional: true }) kid?: string;
  @field.text('Purpose of the key: sig for signatures, enc for encryption.', {
    optional: true,
    example: 'sig',
  })
  use?: string;
  @field.text('Algorithm that the key is for.', { optional: true, example: 'ES256' }) alg?: string;
  @field.text('Name of the elliptic curve.', { optional: true, example: 'P-256' }) crv?: string;
  @field.text('X coordinate of an elliptic curve key.', { optional: true }) x?: string;
  @field.text('Y coordinate of an elliptic curve key.', { optional: true }) y?: string;
  @field.text('Modulus of an RSA key.', { optional: true }) n?: string;
  @field.text('Public exponent of an RSA key.', { optional: true }) e?: string;
  @field.textList('Certificate chain of the key.', { optional: true }) x5c?: string[];
}

export class JwksResponse {
  @field.objectList('Public keys: the current ones and recent ones.', () => Jwk) keys: Jwk[];
}
