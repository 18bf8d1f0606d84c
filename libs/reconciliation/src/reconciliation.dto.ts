import {
  AmountField,
  CurrencyField,
  DateTimeField,
  EnumField,
  IdField,
  IntegerField,
  IntegerQueryField,
  ObjectListField,
  TextField,
} from '@towpath/contracts';
import { BOOK_DIFFERENCE_KINDS, type BookDifferenceKind } from './books/index.js';

export class ListDifferencesQuery {
  @IdField({ optional: true, description: 'One customer app; all when absent.' })
  customer_app_id?: string;

  @IdField({ optional: true, description: 'The last difference of the page before.' })
  after?: string;

  @IntegerQueryField({ optional: true, min: 1, max: 1_000, description: 'Most per page; 100.' })
  limit?: number;
}

class DifferenceSum {
  @AmountField({ description: 'Minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;
}

class DifferenceEntry extends DifferenceSum {
  @TextField({ description: 'What the other side calls the line.' })
  entry_id: string;

  @TextField({ description: 'What the other side was told to call the payment.' })
  reference: string;
}

export class DifferenceResponse {
  @IdField({ description: 'ID of the difference.' })
  difference_id: string;

  @IdField({ description: 'The customer app.' })
  customer_app_id: string;

  @TextField({ description: 'The gateway or bank.' })
  integration_id: string;

  @EnumField(BOOK_DIFFERENCE_KINDS, { description: 'What differs.' })
  kind: BookDifferenceKind;

  @TextField({ description: 'CHARGE; or REFUND, RETURN for money that went back.' })
  side: string;

  @TextField({ description: 'The payment; or the reference, where the list names none.' })
  payment_id: string;

  @ObjectListField(() => DifferenceSum, { description: 'What we held when it was found.' })
  ours: DifferenceSum[];

  @ObjectListField(() => DifferenceEntry, { description: 'What was settled when it was found.' })
  theirs: DifferenceEntry[];

  @DateTimeField({ description: "When it was found, by the app's clock." })
  found_at: string;
}

export class ListDifferencesResponse {
  @ObjectListField(() => DifferenceResponse, { description: 'Oldest first.' })
  differences: DifferenceResponse[];
}

export class RunReconciliationsRequest {
  @IdField({ optional: true, description: 'One customer app; all when absent.' })
  customer_app_id?: string;
}

export class RunReconciliationsResponse {
  @IntegerField({ min: 0, description: 'How many lists of gateways and banks were compared.' })
  reconciled: number;
}
