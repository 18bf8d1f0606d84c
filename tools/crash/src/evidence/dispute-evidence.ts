/** What card holders contested: as we have it, and as the processors have it. */
export interface DisputeBooks {
  readonly disputes: readonly DisputeRow[];
  readonly atProcessors: readonly ProcessorDisputeRow[];
}

export interface DisputeRow {
  readonly customer_app_id: string;
  readonly dispute_id: string;
  readonly integration_id: string;
  readonly processor_reference: string;
  readonly payment_id: string;
  readonly status: string;
  /** How many things happened to it at the processor, as far as we know. */
  readonly position: number;
  readonly sequence: number;
}

export interface ProcessorDisputeRow {
  readonly gateway: string;
  readonly dispute_reference: string;
  readonly customer_app_id: string;
  readonly state: string;
  readonly position: number;
}
