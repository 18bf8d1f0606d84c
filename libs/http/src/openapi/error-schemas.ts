import { ApiProperty } from '@nestjs/swagger';
import { ERROR_TYPES } from '@towpath/contracts';
import { ERROR_CODES } from '@towpath/kernel';

class ErrorBodyE3 {
  @ApiProperty({ type: 'string', enum: ERROR_TYPES })
  type: string;

  @ApiProperty({ type: 'string', enum: ERROR_CODES, description: 'Branch on this.' })
  error_code: string;

  @ApiProperty({ type: 'string', description: 'Constant per code.' })
  message: string;

  @ApiProperty({ type: 'string', description: 'What is particular to this answer.' })
  details: string;

  @ApiProperty({ type: 'string', description: 'Also sent as the X-Request-Id header.' })
  request_id: string;
}

class ErrorBodyE1 extends ErrorBodyE3 {
  @ApiProperty({ type: 'integer' })
  code: number;
}

class ErrorBodyE2 extends ErrorBodyE3 {
  @ApiProperty({ type: 'string', description: 'Repeats error_code.' })
  code: string;
}

/** Envelope of data and authentication operations. */
export class ErrorE1 {
  @ApiProperty({ type: ErrorBodyE1 })
  error: ErrorBodyE1;
}

/** Envelope of link operations. */
export class ErrorE2 {
  @ApiProperty({ type: ErrorBodyE2 })
  error: ErrorBodyE2;
}

/** Envelope of payment operations and everything newer. */
export class ErrorE3 {
  @ApiProperty({ type: ErrorBodyE3 })
  error: ErrorBodyE3;
}
