import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';

const STEPS = 1_000_000;

/** Chance in the retry schedule; a test may take it out. */
@Injectable()
export class RetryJitter {
  /** From 0 to 1. */
  next(): number {
    return randomInt(STEPS) / STEPS;
  }
}
