import { ObjectListField, TextField, TextListField } from '../../fields/index.js';

/** A public key (RFC 7517); which members are present depends on `kty`. */
export class Jwk {
  @TextField({ optional: true, description: 'Key type.', example: 'EC' })
  kty?: string;

  @TextField({ optional: true, description: 'Key ID.' })
  kid?: string;

  @TextField({ optional: true, description: 'Use.', example: 'sig' })
  use?: string;

  @TextField({ optional: true, description: 'Algorithm.', example: 'ES256' })
  alg?: string;

  @TextField({ optional: true, description: 'Curve.', example: 'P-256' })
  crv?: string;

  @TextField({ optional: true, description: 'Coordinate.' })
  x?: string;

  @TextField({ optional: true, description: 'Coordinate.' })
  y?: string;

  @TextField({ optional: true, description: 'Modulus.' })
  n?: string;

  @TextField({ optional: true, description: 'Exponent.' })
  e?: string;

  @TextListField({ optional: true, description: 'Certificate chain.' })
  x5c?: string[];
}

export class JwksResponse {
  @ObjectListField(() => Jwk, { description: 'Current and recent keys.' })
  keys: Jwk[];
}
