import type { ApiPropertyOptions } from '@nestjs/swagger';
import { documentLater, ERROR_TYPES } from '@towpath/contracts';
import { ERROR_CODES } from '@towpath/kernel';

function Documented(options: ApiPropertyOptions): PropertyDecorator {
  return (target, key) => documentLater(({ ApiProperty }) => ApiProperty(options)(target, key));
}

class ErrorBodyE3 {
  @Documented({ type: 'string', enum: ERROR_TYPES })
  type: string;

  @Documented({
    type: 'string',
    enum: ERROR_CODES,
    description: 'Error code: handle errors by this value.',
  })
  error_code: string;

  @Documented({ type: 'string', description: 'Constant text of the error code.' })
  message: string;

  @Documented({ type: 'string', description: 'Details of this error.' })
  details: string;

  @Documented({ type: 'string', description: 'ID of the request, as in the header X-Request-Id.' })
  request_id: string;
}

class ErrorBodyE1 extends ErrorBodyE3 {
  @Documented({ type: 'integer' })
  code: number;
}

class ErrorBodyE2 extends ErrorBodyE3 {
  @Documented({ type: 'string', description: 'The same value as error_code.' })
  code: string;
}

/** Envelope of data and authentication operations. */
export class ErrorE1 {
  @Documented({ type: ErrorBodyE1 })
  error: ErrorBodyE1;
}

/** Envelope of link operations. */
export class ErrorE2 {
  @Documented({ type: ErrorBodyE2 })
  error: ErrorBodyE2;
}

/** Envelope of payment operations and everything newer. */
export class ErrorE3 {
  @Documented({ type: ErrorBodyE3 })
  error: ErrorBodyE3;
}
