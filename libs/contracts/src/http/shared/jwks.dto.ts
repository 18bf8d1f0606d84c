import { ObjectListField, TextField, TextListField } from '../../fields/index.js';

/** A public key (RFC 7517); which members are present depends on `kty`. */
export class Jwk {
  @TextField('Type of the key.', { optional: true, example: 'EC' }) kty?: string;
  @TextField('ID of the key.', { optional: true }) kid?: string;
  @TextField('Purpose of the key: sig for signatures, enc for encryption.', {
    optional: true,
    example: 'sig',
  })
  use?: string;
  @TextField('Algorithm that the key is for.', { optional: true, example: 'ES256' }) alg?: string;
  @TextField('Name of the elliptic curve.', { optional: true, example: 'P-256' }) crv?: string;
  @TextField('X coordinate of an elliptic curve key.', { optional: true }) x?: string;
  @TextField('Y coordinate of an elliptic curve key.', { optional: true }) y?: string;
  @TextField('Modulus of an RSA key.', { optional: true }) n?: string;
  @TextField('Public exponent of an RSA key.', { optional: true }) e?: string;
  @TextListField('Certificate chain of the key.', { optional: true }) x5c?: string[];
}

export class JwksResponse {
  @ObjectListField('Public keys: the current ones and recent ones.', () => Jwk) keys: Jwk[];
}
