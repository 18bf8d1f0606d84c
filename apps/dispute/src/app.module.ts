import { Module } from '@nestjs/common';

/** Its operations are routed and answer 501 until their slices are built. */
@Module({})
export class AppModule {}
