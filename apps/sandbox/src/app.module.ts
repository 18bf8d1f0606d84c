import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';

import { BanksModule } from './banks/banks.module.js';
import { AccessGuard } from './base/http/access.guard.js';
import { InputPipe } from './base/http/input.pipe.js';
import { RefusalFilter } from './base/http/refusal.filter.js';
import { CardsModule } from './cards/cards.module.js';
import { ControlModule } from './control/control.module.js';
import { DebitsModule } from './debits/debits.module.js';
import { GatewaysModule } from './gateways/gateways.module.js';
import { PartiesModule, type SandboxParts } from './parties.module.js';

/** The areas of the sandbox, and what every request passes. */
@Module({
  imports: [BanksModule, CardsModule, DebitsModule, GatewaysModule, ControlModule],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
})
export class AppModule {
  static with(parts: SandboxParts): DynamicModule {
    return { module: AppModule, imports: [PartiesModule.forRoot(parts)] };
  }
}
