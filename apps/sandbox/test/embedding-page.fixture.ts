import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's page of another origin, with one frame; it keeps every message that it hears. */
export class EmbeddingPage {
  frameUrl = '';
  private readonly server: Server;

  private constructor() {
    this.server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(this.html());
    });
  }

  static async start(): Promise<EmbeddingPage> {
    const page = new EmbeddingPage();
    const listening = Promise.withResolvers<void>();
    page.server.listen(0, '127.0.0.1', listening.resolve);
    await listening.promise;
    return page;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    const closed = Promise.withResolvers<void>();
    this.server.close(() => closed.resolve());
    await closed.promise;
  }

  private html(): string {
    return `<!doctype html><html lang="en"><head><title>Shop</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <style>
        body { margin: 0; padding: 24px; font-family: system-ui;
          background: light-dark(#f6f8fb, #10161d); }
        main { max-width: 460px; margin: auto; padding: 20px; border-radius: 16px;
          background: light-dark(#fff, #161d26); }
        iframe { display: block; width: 100%; height: 260px; border: 0; }
      </style>
      <script>
        window.heard = [];
        addEventListener('message', (event) => {
          window.heard.push({ origin: event.origin, data: event.data });
          if (event.data.type === 'card-fields:height') {
            document.querySelector('iframe').style.height = event.data.height + 'px';
          }
        });
        window.tell = (message) =>
          document.querySelector('iframe').contentWindow.postMessage(message, '*');
      </script></head>
      <body><main><h1>Shop</h1><iframe title="Card" src="${this.frameUrl}"></iframe></main></body></html>`;
  }
}
