interface Item {
  readonly bill_number: string;
  readonly revision: number;
  readonly bill: object;
}

/** The billing system of a stand-in sandbox: it keeps what is written, by customer app. */
export class StandInBilling {
  private readonly books = new Map<string, Map<string, Item>>();
  private revision = 0;

  /** What it answers; undefined for 404. */
  answer(url: URL, body: Readonly<Record<string, unknown>>): object | undefined {
    const query = url.searchParams;
    const app = String(body['customer_app_id'] ?? query.get('customer_app_id'));
    const book = this.books.get(app) ?? new Map<string, Item>();
    this.books.set(app, book);
    if (url.pathname === '/ext/bill') return book.get(query.get('bill_number') ?? '');
    if (query.size > 0) {
      const after = Number(query.get('after_revision'));
      const bills = [...book.values()].filter(({ revision }) => revision > after);
      return { bills: bills.toSorted((a, b) => a.revision - b.revision), more: false };
    }
    this.revision += 1;
    const bill_number = String(body['bill_number']);
    const item = { bill_number, revision: this.revision, bill: body['bill'] as object };
    book.set(bill_number, item);
    return item;
  }
}
