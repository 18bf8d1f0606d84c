import { ObjectListField, TextField, TextListField } from '../../fields/index.js';

/** A public key (RFC 7517); which members are present depends on `kty`. */
export class Jwk {
  @TextField({ optional: true, description: 'Type of the key.', example: 'EC' })
  kty?: string;

  @TextField({ optional: true, description: 'ID of the key.' })
  kid?: string;

  @TextField({
    optional: true,
    description: 'Purpose of the key: sig for signatures, enc for encryption.',
    example: 'sig',
  })
  use?: string;

  @TextField({ optional: true, description: 'Algorithm that the key is for.', example: 'ES256' })
  alg?: string;

  @TextField({ optional: true, description: 'Name of the elliptic curve.', example: 'P-256' })
  crv?: string;

  @TextField({ optional: true, description: 'X coordinate of an elliptic curve key.' })
  x?: string;

  @TextField({ optional: true, description: 'Y coordinate of an elliptic curve key.' })
  y?: string;

  @TextField({ optional: true, description: 'Modulus of an RSA key.' })
  n?: string;

  @TextField({ optional: true, description: 'Public exponent of an RSA key.' })
  e?: string;

  @TextListField({ optional: true, description: 'Certificate chain of the key.' })
  x5c?: string[];
}

export class JwksResponse {
  @ObjectListField(() => Jwk, { description: 'Public keys: the current ones and recent ones.' })
  keys: Jwk[];
}
