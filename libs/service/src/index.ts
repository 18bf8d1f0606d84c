export { createService, runService } from './create-service.js';
export { CUSTOMER_APP_EVENTS } from './customer-app.consumer.js';
export { describeService } from './describe-service.js';
export type { DrawnMachine, ServiceDefinition } from './service-definition.js';
