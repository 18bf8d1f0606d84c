import { Module, type DynamicModule } from '@nestjs/common';
import { GatewaySessionMint } from './gateway-session-mint.js';
import { GetHostedView } from './get-hosted-view.query.js';
import { HostedPaymentController } from './hosted-payment.controller.js';
import { ListAvailableMethods } from './list-available-methods.query.js';
import { OpenHostedSession } from './open-session.use-case.js';
import { SessionMint } from './ports.js';

@Module({})
export class HostedModule {
  static forRoot(paymentLinks: DynamicModule): DynamicModule {
    return {
      module: HostedModule,
      imports: [paymentLinks],
      controllers: [HostedPaymentController],
      providers: [
        { provide: SessionMint, useClass: GatewaySessionMint },
        OpenHostedSession,
        GetHostedView,
        ListAvailableMethods,
      ],
    };
  }
}
