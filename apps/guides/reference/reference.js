// The page of the API reference: what Scalar draws, and a token for its requests.
import { visibleDocument } from './reference-document.js';

const SCHEME = 'customerToken';
const TOKEN_PATH = '/auth/customer/token';

const element = (id) => document.getElementById(id);
const dialog = element('token');
const form = dialog.querySelector('form');
const fault = element('token-fault');
const state = element('token-state');

const answer = await fetch('/openapi.json');
if (!answer.ok) {
  state.textContent = 'The OpenAPI document has not been generated.';
  throw new Error(state.textContent);
}

const configuration = {
  content: visibleDocument(await answer.json(), location.origin),
  // Nothing leaves this origin.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // Four languages: curl, Python, Go, and TypeScript in the document.
  hiddenClients: hiddenBut({ shell: ['curl'], python: ['requests'], go: ['native'] }),
  authentication: { preferredSecurityScheme: SCHEME },
};

const reference = window.Scalar.createApiReference('#reference', configuration);

element('open-token').addEventListener('click', () => dialog.showModal());
element('close-token').addEventListener('click', () => dialog.close());
dialog.addEventListener('close', () => {
  form.reset();
  fault.textContent = '';
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { token, message } = await askForToken(Object.fromEntries(new FormData(form)));
  if (!token) {
    fault.textContent = message;
    return;
  }
  reference.updateConfiguration({
    ...configuration,
    authentication: {
      preferredSecurityScheme: SCHEME,
      securitySchemes: { [SCHEME]: { token } },
    },
  });
  state.textContent = 'Requests from this page carry your token now.';
  dialog.close();
});

async function askForToken(credentials) {
  try {
    const response = await fetch(TOKEN_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...credentials, grant_type: 'client_credentials' }),
    });
    const body = await response.json();
    const message = body.display_message ?? body.error?.display_message ?? 'No token was given.';
    return { token: body.access_token, message };
  } catch {
    return { message: 'The API did not answer.' };
  }
}

/** All targets of Scalar but these. */
function hiddenBut(shown) {
  const targets =
    'c clojure csharp dart fsharp go http java js julia kotlin node objc ocaml php powershell'
      .concat(' python r ruby rust shell swift')
      .split(' ');
  const clients = {
    shell: ['httpie', 'wget'],
    python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
  };
  return Object.fromEntries(
    targets.map((target) => [target, target in shown ? (clients[target] ?? []) : true]),
  );
}
