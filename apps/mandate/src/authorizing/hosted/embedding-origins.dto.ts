import { IdField, TextListField } from '@towpath/contracts';

export class EmbeddingOriginsQuery {
  @IdField({ description: 'The app of the session.' })
  customer_app_id: string;
}

export class EmbeddingOriginsResponse {
  @TextListField({ description: 'Origins that may frame the page.' })
  origins: string[];
}
