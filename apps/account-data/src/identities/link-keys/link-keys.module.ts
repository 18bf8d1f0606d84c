import { Module } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { KeyRotation } from '@towpath/service';
import { LinkKeyController } from './link-key.controller.js';
import { LinkKeys } from './link-keys.js';
import { OpenTypedFields } from './open-payload.js';
import { PayloadUses } from './payload-uses.js';

/** The keys that users encrypt to. */
@Module({
  controllers: [LinkKeyController],
  providers: [
    LinkKeys,
    OpenTypedFields,
    PayloadUses,
    {
      provide: KeyRotation,
      inject: [LinkKeys, LOGGER],
      useFactory: (keys: LinkKeys, logger: Logger) => new KeyRotation(keys, logger),
    },
  ],
  exports: [OpenTypedFields, PayloadUses],
})
export class LinkKeysModule {}
