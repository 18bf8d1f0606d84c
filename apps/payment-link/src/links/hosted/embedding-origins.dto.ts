import { IdField, TextListField } from '@towpath/contracts';

export class EmbeddingOriginsQuery {
  @IdField('The app of the link.') customer_app_id: string;
}

export class EmbeddingOriginsResponse {
  @TextListField('Origins that may frame the page.') origins: string[];
}
